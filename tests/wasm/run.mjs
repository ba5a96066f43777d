// SPDX-License-Identifier: 0BSD
//
// tests/wasm/run.mjs PROGRAM.wasm [ARGUMENTS...]: run a program for WASI with Node
//
// Its exit status becomes ours. Of the file system it sees the folder tests, nothing else.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
if (args.length === 0) {
    console.error('usage: node run.mjs PROGRAM.wasm [ARGUMENTS...]');
    process.exit(2);
}
const wasi = new WASI({
    version: 'preview1',
    args,
    env: {},
    preopens: { tests: 'tests' },
    returnOnExit: true,
});
const program = await WebAssembly.compile(await readFile(args[0]));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
