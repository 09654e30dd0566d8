// Shared by the tests of the page: the program, and folders for what it writes.
import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const program =
  process.env.RUMMILAB ??
  fileURLToPath(new URL("../../../target/release/rummilab", import.meta.url));

const run = promisify(execFile);

/** The output of a command, which must succeed. @param {...string} args */
export const rummilab = async (...args) => (await run(program, args)).stdout;

export const newFolder = () => mkdtemp(join(tmpdir(), "rummilab-page-"));
