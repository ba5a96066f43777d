// SPDX-License-Identifier: 0BSD
//
// page.js: what is seen; the work is done by worker.js, which build.mjs puts into WORKER, the program
// into PROGRAM
'use strict';

const WORKER = '@WORKER@', PROGRAM = '@PROGRAM@';
const CANCELLED = 'cancelled';
const $ = (id) => document.getElementById(id);
const binary = Uint8Array.from(atob(PROGRAM), (c) => c.charCodeAt(0));
const source = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
let worker = null, file = null, sealed = false, digests = null, links = [];

// ---- jobs: one at a time ------------------------------------------------------------------

let current = null; // { reject }

function run(job, doing) {
    stop('');
    return new Promise((resolve, reject) => {
        worker = worker || new Worker(source);
        current = { reject };
        if (doing)
            show(doing);
        worker.onmessage = ({ data }) => {
            if (data.progress !== undefined) {
                $('progress').value = data.progress;
                return;
            }
            current = null;
            $('status').hidden = true;
            if (data.error !== undefined)
                reject(new Error(data.error));
            else
                resolve(data.done);
        };
        worker.onerror = (event) => stop(event.message || 'the worker failed');
        worker.postMessage({ ...job, binary });
    });
}

// A worker that is stopped takes its memory, and all keys in it, along.
function stop(why) {
    if (current === null)
        return;
    worker.terminate();
    worker = null;
    $('status').hidden = true;
    const { reject } = current;
    current = null;
    reject(new Error(why));
}

function show(doing) {
    $('doing').textContent = doing;
    $('progress').value = 0;
    $('status').hidden = false;
}

function fail(error) {
    if (error.message === '')
        return;
    $('error').textContent = error.message;
    $('error').hidden = false;
}

function clear() {
    $('error').hidden = $('result').hidden = true;
    links.forEach((link) => URL.revokeObjectURL(link));
    links = [];
}

// ---- a file was chosen --------------------------------------------------------------------

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
function sizeText(n) {
    let u = 0, x = n;
    for (; x >= 1024 && u < units.length - 1; u++)
        x /= 1024;
    return u === 0 ? `${n} bytes` : `${x.toFixed(1)} ${units[u]}`;
}

async function choose(chosen) {
    if (!chosen)
        return;
    stop('');
    clear();
    file = chosen;
    digests = null;
    $('chosen').textContent = file.name;
    $('size').textContent = sizeText(file.size);
    $('digests').hidden = $('form').hidden = true;
    try {
        const start = new TextDecoder().decode(await chosen.slice(0, 7).arrayBuffer());
        if (file !== chosen)
            return;
        sealed = start === 'filesec';
        $('h-form').textContent = sealed ? 'Open this sealed file' : 'Seal this file';
        $('go').textContent = sealed ? 'Open' : 'Seal';
        document.querySelectorAll('.sealing').forEach((e) => { e.hidden = sealed; });
        if (sealed && picked() === 'new')
            document.querySelector('[name=with][value=passphrase]').checked = true;
        pick();
        $('form').hidden = false;
        await digest();
    } catch (error) {
        fail(error);
    }
}

async function digest() {
    digests = await run({ kind: 'hash', file }, 'Reading');
    $('sha512').textContent = digests.sha512;
    $('murmur3').textContent = digests.murmur3;
    $('digests').hidden = false;
    compare();
}

// 128 hex digits anywhere in a line are a SHA-512; 32 a MurmurHash3.
function compare() {
    const line = $('expected').value.toLowerCase(), verdict = $('verdict');
    const found = line.match(/(?<![0-9a-f])([0-9a-f]{128}|[0-9a-f]{32})(?![0-9a-f])/);
    verdict.className = '';
    verdict.textContent = line.trim() === '' ? '' : 'This is no digest of 128 or 32 hex digits.';
    if (!found || !digests)
        return;
    const same = found[1] === (found[1].length === 128 ? digests.sha512 : digests.murmur3);
    verdict.className = same ? 'good' : 'bad';
    verdict.textContent = same ? 'The same.' : 'NOT the same.';
}

// ---- sealing and opening ------------------------------------------------------------------

const picked = () => document.querySelector('[name=with]:checked').value;

function pick() {
    document.querySelectorAll('[data-with]').forEach((e) => {
        e.hidden = e.dataset.with !== picked() || (sealed && e.classList.contains('sealing'));
    });
}

async function keyOf(chosen) {
    if (!chosen)
        throw new Error('choose a key file');
    const data = new Uint8Array(await chosen.slice(0, 100).arrayBuffer());
    const digits = new TextDecoder().decode(data).replace(/\r?\n$/, '');
    if (chosen.size === 32)
        return data;
    if (chosen.size <= 66 && /^[0-9a-fA-F]{64}$/.test(digits))
        return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
    throw new Error(`${chosen.name}: not a key: neither 32 bytes nor 64 hex digits`);
}

async function secret(kind) {
    if (kind === 'new')
        return { key: crypto.getRandomValues(new Uint8Array(32)) }; // throws if there are none
    if (kind === 'key')
        return { key: await keyOf($('key').files[0]) };
    const passphrase = $('passphrase').value;
    if (passphrase === '')
        throw new Error('the passphrase is empty');
    if (!sealed && passphrase !== $('again').value)
        throw new Error('the two passphrases differ');
    return { passphrase };
}

function link(anchor, blob, name) {
    links.push(anchor.href = URL.createObjectURL(blob));
    anchor.download = name;
    anchor.textContent = `Save ${name}`;
}

// What is chosen counts when the button is pressed: it may change while the work is done.
async function go(event) {
    event.preventDefault();
    clear();
    $('go').disabled = true;
    const kind = picked(), opening = sealed;
    let stopped = false;
    const job = { kind: opening ? 'open' : 'seal', file, suite: Number($('suite').value) };
    try {
        const given = await secret(kind);
        if (file !== job.file)
            throw new Error('');
        const { blob, name } = await run({ ...job, ...given }, opening ? 'Opening' : 'Sealing');
        link($('download'), blob, name);
        $('note').textContent = opening ? 'The file is whole and genuine.' : '';
        if (kind === 'new') {
            const key = document.createElement('a');
            link(key, new Blob([given.key]), name.replace(/\.fsec$/, '') + '.key');
            $('note').replaceChildren('and ', key, ': keep it, it is the only one.');
        }
        $('result').hidden = false;
    } catch (error) {
        fail(error);
        stopped = error.message === '' || error.message === CANCELLED;
    }
    $('go').disabled = false;
    if (digests === null && current === null && !stopped)
        digest().catch(fail); // this work came before they were ready
}

async function copy(button) {
    const from = $(button.dataset.copy);
    try {
        await navigator.clipboard.writeText(from.textContent);
        button.textContent = 'Copied';
    } catch { // the browser has no clipboard for this page, or does not give it
        getSelection().selectAllChildren(from);
        button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}

// ---- events -------------------------------------------------------------------------------

$('file').addEventListener('change', () => choose($('file').files[0]));
$('form').addEventListener('submit', go);
$('expected').addEventListener('input', compare);
$('cancel').addEventListener('click', () => stop(CANCELLED));
document.querySelectorAll('[name=with]').forEach((e) => e.addEventListener('change', pick));
document.querySelectorAll('[data-copy]').forEach((button) => button.addEventListener('click', () => copy(button)));
for (const kind of ['dragenter', 'dragover'])
    addEventListener(kind, (event) => {
        event.preventDefault();
        $('drop').classList.add('over');
    });
for (const kind of ['dragleave', 'drop'])
    addEventListener(kind, (event) => {
        event.preventDefault();
        $('drop').classList.remove('over');
        if (kind === 'drop')
            choose(event.dataTransfer.files[0]);
    });
run({ kind: 'version' }).then((version) => { $('version').textContent = version; }, fail);
