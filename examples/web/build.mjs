// SPDX-License-Identifier: 0BSD
//
// build.mjs PROGRAM.wasm OUT.html: one page that holds everything. Its policy allows the scripts and
// the style that are in it, by their digests, WebAssembly and a worker made of text, and nothing else:
// no connection to anywhere.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [program, out] = process.argv.slice(2);
const here = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const literal = (text) => JSON.stringify(text).slice(1, -1).replace(/'/g, "\\'").replace(/</g, '\\x3c');
const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// The function keeps "$" in what is put in from meaning anything.
const put = (text, name, value) => text.replace(`@${name}@`, () => value);

let page = put(here('page.js'), 'WORKER', literal(here('worker.js')));
page = put(page, 'PROGRAM', readFileSync(program).toString('base64'));
const style = here('style.css');
const policy = [
    "default-src 'none'", `script-src ${digest(page)} 'wasm-unsafe-eval'`, `style-src ${digest(style)}`,
    'worker-src blob:', 'img-src data:', "connect-src 'none'", "form-action 'none'", "base-uri 'none'",
].join('; ');
let html = put(here('index.html'), 'POLICY', policy);
html = put(html, 'STYLE', style);
html = put(html, 'PAGE', page);
writeFileSync(out, html);
