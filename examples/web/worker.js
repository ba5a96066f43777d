// SPDX-License-Identifier: 0BSD
//
// worker.js: the work, beside the page, so that the page stays responsive. A message is a job; the
// answers are {progress}, then {done} or {error}. Files are read in slices, results put together
// from parts that the browser may keep on disk. A result of opening is handed out only when all of
// it was verified.
'use strict';

const OK = 0, NO_MEMORY = -1;
const ERR_AUTH = 1, ERR_LIMIT = 2, ERR_FORMAT = 4, ERR_UNSUPPORTED = 5, ERR_KEY = 6, ERR_HEADER = 7;
const ERR_TRUNCATED = 9, ERR_TRAILING = 10;
// What the command says; for the others what the header says.
const MESSAGES = {
    [NO_MEMORY]: 'not enough memory',
    [ERR_LIMIT]: 'over a limit',
    [ERR_UNSUPPORTED]: 'not supported: another version of the format, or damaged',
    [ERR_KEY]: 'wrong key or passphrase (or the header is damaged)',
    [ERR_HEADER]: 'damaged header, or another context',
    [ERR_TRUNCATED]: 'truncated: the end is missing',
    [ERR_TRAILING]: 'trailing data: bytes follow the final chunk',
};
const HEADER = 160, PBKDF2 = 1, PART = 16 << 20;
let wasm, at;

class Failure extends Error {}

async function start(binary) {
    try {
        wasm = (await WebAssembly.instantiate(binary, {})).instance.exports;
    } catch (error) {
        throw new Failure(`this browser cannot run the program (WebAssembly with SIMD): ${error.message}`);
    }
    const names = ['result', 'info', 'salts', 'key', 'header', 'digest', 'checksum', 'passphrase',
        'meta', 'in', 'inLen'];
    const places = new Uint32Array(wasm.memory.buffer, wasm.web_memory(), names.length);
    at = Object.fromEntries(names.map((name, i) => [name, places[i]]));
}

// A view of the memory: a new one each time, for the memory may have grown.
const bytes = (from, len) => new Uint8Array(wasm.memory.buffer, from, len);
const words = (from, len) => new Uint32Array(wasm.memory.buffer, from, len);

function text(from) {
    const all = bytes(from, 200);
    return new TextDecoder().decode(all.slice(0, all.indexOf(0)));
}

function check(status) {
    if (status === OK)
        return;
    throw new Failure(MESSAGES[status] || text(wasm.web_status_text(status)));
}

const hex = (from, len) => Array.from(bytes(from, len), (b) => b.toString(16).padStart(2, '0')).join('');

async function* pieces(file, from) {
    for (let done = from; done < file.size;) {
        const slice = file.slice(done, done + at.inLen);
        const data = new Uint8Array(await slice.arrayBuffer());
        if (data.length !== slice.size)
            throw new Failure('the file changed while it was read');
        bytes(at.in, data.length).set(data);
        done += data.length;
        yield data.length;
        postMessage({ progress: done / file.size });
    }
}

async function hash({ file }) {
    wasm.web_hash_begin();
    for await (const len of pieces(file, 0))
        wasm.web_hash_update(len);
    wasm.web_hash_end();
    return { sha512: hex(at.digest, 64), murmur3: hex(at.checksum, 16) };
}

// Gathers what was given out; from time to time in a Blob, which the browser may put on disk.
class Parts {
    constructor() {
        this.blobs = [];
        this.small = [];
        this.len = 0;
    }
    add(data) {
        this.small.push(data);
        this.len += data.length;
        if (this.len >= PART)
            this.flush();
    }
    flush() {
        this.blobs.push(new Blob(this.small));
        this.small = [];
        this.len = 0;
    }
    blob() {
        this.flush();
        return new Blob(this.blobs, { type: 'application/octet-stream' });
    }
}

function take(parts) {
    const [, out, len] = words(at.result, 3);
    if (len !== 0)
        parts.add(bytes(out, len).slice());
}

// Opening: which chunk is damaged, and where it begins.
function checkChunk(status, from) {
    if (status !== ERR_AUTH)
        return check(status);
    const chunk = wasm.web_chunk(), [, , size] = words(at.info, 3);
    const place = BigInt(from) + chunk * BigInt(size + 16);
    throw new Failure(`chunk ${chunk} is damaged (it begins at byte ${place})`);
}

async function stream(sealing, file, from, parts) {
    for await (const len of pieces(file, from)) {
        for (let done = 0; done < len;) {
            checkChunk(wasm.web_update(sealing, done, len - done), from);
            done += words(at.result, 1)[0];
            take(parts);
        }
    }
    checkChunk(wasm.web_finish(sealing), from);
    take(parts);
    return parts.blob();
}

// The key or the passphrase; the length of the latter, 0 for a key.
function setSecret({ key, passphrase }) {
    if (passphrase === undefined) {
        bytes(at.key, 32).set(key);
        key.fill(0); // the worker's own copy
        return 0;
    }
    const encoded = new TextEncoder().encode(passphrase);
    if (encoded.length === 0 || encoded.length > 4096)
        throw new Failure('a passphrase has 1 to 4096 bytes');
    bytes(at.passphrase, encoded.length).set(encoded);
    const { length } = encoded;
    encoded.fill(0);
    return length;
}

// Records of metadata: the name, if it may be one, and the length.
function metadata(file) {
    const name = new TextEncoder().encode(file.name);
    const good = name.length >= 1 && name.length <= 255 && !/[/\0]/.test(file.name) &&
        file.name !== '.' && file.name !== '..';
    const record = new Uint8Array((good ? 3 + name.length : 0) + 11);
    let n = 0;
    if (good) {
        record.set([1, name.length & 255, name.length >> 8]);
        record.set(name, 3);
        n = 3 + name.length;
    }
    record.set([2, 8, 0], n);
    new DataView(record.buffer).setBigUint64(n + 3, BigInt(file.size), true);
    return record;
}

async function seal(job) {
    const meta = metadata(job.file), len = setSecret(job), parts = new Parts();
    crypto.getRandomValues(bytes(at.salts, 64)); // throws if there are none
    bytes(at.meta, meta.length).set(meta);
    check(wasm.web_seal_begin(job.suite, meta.length, len));
    parts.add(bytes(at.header, HEADER).slice());
    parts.add(bytes(at.meta, meta.length + 16).slice());
    return { blob: await stream(1, job.file, 0, parts), name: job.file.name + '.fsec' };
}

async function readTo(file, from, len, to) {
    const data = new Uint8Array(await file.slice(from, from + len).arrayBuffer());
    if (data.length !== len)
        check(from === 0 && data.length < 7 ? ERR_FORMAT : ERR_TRUNCATED);
    bytes(to, len).set(data);
}

// The header: is it one, may it cost that much, is the right kind of secret there?
function peek({ passphrase }) {
    const status = wasm.web_peek();
    const [, kdf, , , , cost, passes] = words(at.info, 7);
    if (status === ERR_LIMIT)
        throw new Failure(kdf === PBKDF2 ? `over a limit: ${cost} iterations of PBKDF2`
            : `over a limit: Argon2id with ${cost} KiB, ${passes} passes`);
    check(status);
    if ((kdf !== 0) !== (passphrase !== undefined))
        throw new Failure(`wrong key: it was sealed with a ${kdf !== 0 ? 'passphrase' : 'key file'}`);
}

async function open(job) {
    const start = new Uint8Array(await job.file.slice(0, 7).arrayBuffer());
    if (new TextDecoder().decode(start) !== 'filesec')
        check(ERR_FORMAT);
    await readTo(job.file, 0, HEADER, at.header);
    peek(job);
    const [metaLen] = words(at.info, 1), sealed = metaLen === 0 ? 0 : metaLen + 16;
    await readTo(job.file, HEADER, sealed, at.meta);
    check(wasm.web_open_begin(setSecret(job)));
    const [, , , nameAt, nameLen] = words(at.info, 5);
    const name = nameLen !== 0 ? new TextDecoder().decode(bytes(nameAt, nameLen).slice())
        : job.file.name.replace(/\.fsec$/, '') || 'opened';
    return { blob: await stream(0, job.file, HEADER + sealed, new Parts()), name };
}

onmessage = async ({ data: job }) => {
    try {
        if (!wasm)
            await start(job.binary);
        const work = { hash, seal, open, version: async () => text(wasm.web_version()) }[job.kind];
        postMessage({ done: await work(job) });
    } catch (error) {
        postMessage({ error: error instanceof Failure ? error.message : String(error.message || error) });
    } finally {
        if (wasm)
            wasm.web_forget();
    }
};
