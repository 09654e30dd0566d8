// Shared by the tests of the page: the program, the page that it serves, and folders for what it
// writes.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const program =
  process.env.RUMMILAB ??
  fileURLToPath(new URL("../../../target/release/rummilab", import.meta.url));

const run = promisify(execFile);

/** The output of a command, which must succeed. @param {...string} args */
export const rummilab = async (...args) => (await run(program, args)).stdout;

export const newFolder = () => mkdtemp(join(tmpdir(), "rummilab-page-"));

/** Does something with a new folder, which is removed. @param {(folder: string) => Promise<void>} use */
export async function withFolder(use) {
  const folder = await newFolder();
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The program as it serves the page.
 * @returns {Promise<{address: string, close: () => void}>}
 */
export async function serveProgram() {
  const child = spawn(program, ["web", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve) => lines.once("line", resolve));
  return { address, close: () => child.kill() };
}
