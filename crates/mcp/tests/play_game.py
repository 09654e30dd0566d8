"""A whole game, played through the client that PyPI calls `mcp`: python3 play_game.py PATH/OF/rummilab-mcp"""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def play(session: ClientSession) -> dict:
    """Lays the most tiles it can, every turn, until the game is over."""

    async def call(tool: str, **arguments) -> dict:
        result = await session.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    state = await call("new_game", opponents=["easy", "medium"], seed=11)
    game = state["game"]
    while state["stage"] != "over":
        if state["stage"] == "bot":
            state = await call("bot_move", game=game)
            continue
        opened = state["seats"][state["your_seat"]]["opened"]
        best = await call("solve", table=state["table"], rack=state["your_rack"], opened=opened)
        if best["tiles"]:
            state = await call("play_turn", game=game, action="lay", table=best["table"])
        else:
            state = await call("play_turn", game=game, action="draw")
    review = await call("review", game=game, work=500)
    return {"results": state["results"], "review": review["headline"]}


async def main(server: str) -> None:
    async with stdio_client(StdioServerParameters(command=server)) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            assert len(names) == 8, names
            print(await play(session))


asyncio.run(main(sys.argv[1]))
