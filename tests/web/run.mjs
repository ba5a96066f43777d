// SPDX-License-Identifier: 0BSD
//
// run.mjs PAGE.html COMMAND: the page in Chromium, a real file through its real input, and the command
// filesec on the other side. The last line: N passed, N failed
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Browser } from './driver.mjs';

const [page, command] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'filesec-web-'));
const at = (name) => join(folder, name);
const filesec = (...args) => execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
let passed = 0, failed = 0;

async function test(name, work) {
    try {
        await work();
        passed++;
        console.log(`ok      ${name}`);
    } catch (error) {
        failed++;
        console.log(`FAILED  ${name}: ${error.message}`);
    }
}

function equal(found, wanted, what) {
    if (found !== wanted)
        throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

// ---- the page, served on loopback; whatever else is asked for is noted ---------------------

const html = readFileSync(page, 'utf8'), asked = [];
const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('Content-Type', 'text/html');
    if (request.url === '/')
        response.end(html);
    else if (request.url === '/loose') // the same without its policy
        response.end(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    else
        response.end('something');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const home = `http://127.0.0.1:${server.address().port}/`;
const b = await Browser.start(server.address().port + 1);
await b.devtools('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
await b.go('about:blank');
await b.requests(); // those of the browser's own first page

// ---- what a person does ---------------------------------------------------------------------

async function choose(name) {
    await b.type('#file', at(name));
    await b.until('digests', () => b.shown('#digests'));
}

async function outcome() {
    await b.until('an outcome', async () => await b.shown('#result') || await b.shown('#error'));
    return await b.shown('#error') ? 'error: ' + await b.text('#error') : 'done';
}

async function save(selector) {
    const name = await b.run('return document.querySelector(arguments[0]).download', selector);
    rmSync(at(name), { force: true });
    await b.click(selector);
    await b.until('the download', () => existsSync(at(name)) && !existsSync(at(name + '.crdownload')));
    return name;
}

async function withSecret({ key, passphrase, fresh }) {
    const kind = key ? 'key' : fresh ? 'new' : 'passphrase';
    await b.click(`[name=with][value=${kind}]`);
    if (key)
        await b.type('#key', at(key));
    for (const field of ['#passphrase', '#again']) {
        if (!passphrase || !await b.shown(field))
            continue;
        await b.clear(field);
        await b.type(field, passphrase);
    }
}

async function job(name, secret, suite) {
    await b.go(home);
    await choose(name);
    await withSecret(secret);
    if (suite)
        await b.run('document.querySelector("#suite").value = arguments[0]', String(suite));
    await b.click('#go');
    return outcome();
}

const same = (one, other) => readFileSync(at(one)).equals(readFileSync(at(other)));

// ---- the files ------------------------------------------------------------------------------

const WRONG = 'error: wrong key or passphrase (or the header is damaged)';
const sizes = { empty: 0, small: 100, chunk: 65536, chunks: 3 * 65536 + 100, large: 5000000 };
for (const [name, size] of Object.entries(sizes))
    writeFileSync(at(name), randomBytes(size));
writeFileSync(at('odd name \u00e4 &.txt'), 'hello');
writeFileSync(at('key'), randomBytes(32));
writeFileSync(at('hexkey'), readFileSync(at('key')).toString('hex') + '\n');
writeFileSync(at('otherkey'), randomBytes(32));
writeFileSync(at('nokey'), randomBytes(31));
writeFileSync(at('pass'), 'correct horse\n');

for (const [way, url] of [['from a server', home], ['from a disk', 'file://' + page]]) {
    await test(`${way}: version and digests`, async () => {
        await b.go(url);
        const version = await b.until('version', () => b.text('#version'));
        equal(filesec('--version').toString().startsWith(`filesec ${version}\n`), true, 'version');
        for (const name of ['large', 'empty']) {
            await choose(name);
            equal(await b.text('#sha512'), createHash('sha512').update(readFileSync(at(name))).digest('hex'), 'SHA-512');
            const line = filesec('hash', '-a', 'murmur3-x64-128', at(name)).toString();
            equal(line.includes(await b.text('#murmur3')), true, 'MurmurHash3');
        }
    });
}
await test('compare with a line of a list', async () => {
    await b.go(home);
    await choose('small');
    await b.type('#expected', filesec('hash', at('small')).toString().trim());
    equal(await b.text('#verdict'), 'The same.', 'verdict');
    await b.clear('#expected');
    await b.type('#expected', filesec('hash', at('chunk')).toString().trim());
    equal(await b.text('#verdict'), 'NOT the same.', 'verdict');
});
for (const name of Object.keys(sizes)) {
    for (const suite of [1, 2]) {
        await test(`seal ${name}, suite ${suite}; the command opens it`, async () => {
            equal(await job(name, { key: 'key' }, suite), 'done', 'outcome');
            const out = await save('#download');
            equal(out, name + '.fsec', 'name');
            filesec('decrypt', '--force', '--key-file', at('key'), '--output', at('opened'), at(out));
            equal(same(name, 'opened'), true, 'content');
            equal(JSON.parse(filesec('info', '--json', '--key-file', at('key'), at(out))).suite !== undefined, true, 'info');
        });
        await test(`the command seals ${name}, suite ${suite}; open`, async () => {
            filesec('encrypt', '--force', '-a', suite === 1 ? 'aes256gcm' : 'chacha20poly1305', '--key-file', at('key'),
                '--output', at('sealed.fsec'), at(name));
            equal(await job('sealed.fsec', { key: 'hexkey' }), 'done', 'outcome');
            rmSync(at('kept'), { force: true });
            writeFileSync(at('kept'), readFileSync(at(name)));
            equal(await save('#download'), name, 'name');
            equal(same(name, 'kept'), true, 'content');
        });
    }
}
await test('a passphrase, both ways; PBKDF2', async () => {
    equal(await job('small', { passphrase: 'correct horse' }), 'done', 'seal');
    await save('#download');
    filesec('decrypt', '--force', '--passphrase-file', at('pass'), '--output', at('opened'), at('small.fsec'));
    equal(same('small', 'opened'), true, 'content');
    for (const kdf of ['argon2id', 'pbkdf2']) {
        filesec('encrypt', '--force', '--kdf', kdf, '--passphrase-file', at('pass'), '--output', at('sealed.fsec'), at('chunk'));
        equal(await job('sealed.fsec', { passphrase: 'correct horse' }), 'done', kdf);
        equal(await job('sealed.fsec', { passphrase: 'wrong horse' }), WRONG, kdf);
        equal(await job('sealed.fsec', { key: 'key' }), 'error: wrong key: it was sealed with a passphrase', kdf);
    }
});
await test('a new key, saved beside; an odd name', async () => {
    equal(await job('odd name \u00e4 &.txt', { fresh: true }), 'done', 'outcome');
    const out = await save('#download'), key = await save('#note a');
    equal(readFileSync(at(key)).length, 32, 'key');
    filesec('decrypt', '--force', '--key-file', at(key), '--output', at('opened'), at(out));
    equal(readFileSync(at('opened'), 'utf8'), 'hello', 'content');
    equal(await job(out, { key }), 'done', 'open');
    equal(await b.run('return document.querySelector("#download").download'), 'odd name \u00e4 &.txt', 'name');
});

await test('a choice that changes while the work is done changes nothing', async () => {
    for (const [first, second] of [['new', 'passphrase'], ['passphrase', 'new']]) {
        await b.go(home);
        await choose('large');
        await withSecret({ passphrase: 'correct horse' });
        // In one go, so that the second click certainly comes before the end of the work.
        await b.run(`const click = (what) => document.querySelector(what).click();
            click('[value=' + arguments[0] + ']'); click('#go'); click('[value=' + arguments[1] + ']');`, first, second);
        equal(await outcome(), 'done', 'outcome');
        const out = await save('#download'), isNew = first === 'new';
        equal(await b.run('return document.querySelectorAll("#note a").length'), isNew ? 1 : 0, 'keys offered');
        const secret = isNew ? ['--key-file', at(await save('#note a'))] : ['--passphrase-file', at('pass')];
        filesec('decrypt', '--force', ...secret, '--output', at('opened'), at(out));
        equal(same('large', 'opened'), true, 'content');
    }
});
await test('a file that is dropped', async () => {
    await b.go(home);
    await b.run(`const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['dropped'], 'dropped.txt'));
        document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));`);
    await b.until('digests', () => b.shown('#digests'));
    equal(await b.text('#chosen'), 'dropped.txt', 'name');
    equal(await b.text('#sha512'), createHash('sha512').update('dropped').digest('hex'), 'SHA-512');
});
await test('sealed before the digests were ready: they come afterwards', async () => {
    await b.go(home);
    writeFileSync(at('long'), '');
    truncateSync(at('long'), 200e6);
    await b.type('#file', at('long'));
    await b.until('the form', () => b.shown('#form'));
    equal(await b.shown('#digests'), false, 'digests before');
    await b.click('[name=with][value=new]');
    await b.click('#go');
    equal(await outcome(), 'done', 'outcome');
    await b.until('digests', () => b.shown('#digests'));
    equal(await b.text('#sha512'), filesec('hash', at('long')).toString().slice(0, 128), 'SHA-512');
});
await test('copy, with a clipboard and without', async () => {
    await b.devtools('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await b.go(home);
    await choose('small');
    const digest = await b.text('#sha512'), button = '[data-copy=sha512]';
    await b.click(button);
    await b.until('Copied', async () => await b.text(button) === 'Copied', 5);
    equal(await b.wait('navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))'), digest, 'clipboard');
    await b.run('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await b.until('Copy', async () => await b.text(button) === 'Copy', 5);
    await b.click(button);
    await b.until('Selected', async () => await b.text(button) === 'Selected', 5);
    equal(await b.run('return String(getSelection())'), digest, 'selection');
});

// ---- what must be refused -------------------------------------------------------------------

filesec('encrypt', '--key-file', at('key'), '--output', at('good.fsec'), at('chunks'));
filesec('encrypt', '--key-file', at('key'), '--context', 'a place', '--output', at('context.fsec'), at('chunks'));
const good = readFileSync(at('good.fsec')), end = good.length;
const flipped = (place) => {
    const copy = Buffer.from(good);
    copy[place] ^= 1;
    return copy;
};
filesec('encrypt', '--passphrase-file', at('pass'), '--output', at('pass.fsec'), at('small'));
filesec('encrypt', '--kdf', 'pbkdf2', '--passphrase-file', at('pass'), '--output', at('pbkdf2.fsec'), at('small'));
const dear = (name, place, value) => {
    const copy = readFileSync(at(name));
    copy.writeUInt32LE(value, place);
    return copy;
};
const word = { passphrase: 'correct horse' };
const begins = (chunk) => end - 100 - 16 - (3 - chunk) * (65536 + 16);
const TRUNCATED = 'truncated: the end is missing', HEADER = 'damaged header, or another context';
const UNSUPPORTED = 'not supported: another version of the format, or damaged';
const bad = {
    'another key': [good, { key: 'otherkey' }, WRONG.slice(7)],
    'a passphrase where a key is wanted': [good, { passphrase: 'x' }, 'wrong key: it was sealed with a key file'],
    'a damaged chunk': [flipped(end - 60000), { key: 'key' }, `chunk 2 is damaged (it begins at byte ${begins(2)})`],
    'a damaged tag at the end': [flipped(end - 1), { key: 'key' }, `chunk 3 is damaged (it begins at byte ${begins(3)})`],
    'a damaged header': [flipped(130), { key: 'key' }, HEADER],
    'damaged metadata': [flipped(165), { key: 'key' }, 'damaged metadata'],
    'a cut in a chunk': [good.subarray(0, end - 50), { key: 'key' }, TRUNCATED],
    'a cut at a chunk\u2019s end': [good.subarray(0, end - 116), { key: 'key' }, TRUNCATED],
    'a cut in the header': [good.subarray(0, 100), { key: 'key' }, TRUNCATED],
    'bytes behind the end': [Buffer.concat([good, Buffer.from('x')]), { key: 'key' }, 'trailing data: bytes follow the final chunk'],
    'another context': [readFileSync(at('context.fsec')), { key: 'key' }, HEADER],
    'another version': [Buffer.concat([good.subarray(0, 7), Buffer.from([9]), good.subarray(8)]), { key: 'key' }, UNSUPPORTED],
    'Argon2id of more memory than allowed': [dear('pass.fsec', 16, 200000), word, 'over a limit: Argon2id with 200000 KiB, 3 passes'],
    'Argon2id of more work than allowed': [dear('pass.fsec', 20, 64), word, 'over a limit: Argon2id with 65536 KiB, 64 passes'],
    'Argon2id out of bounds': [dear('pass.fsec', 16, 0xffffffff), word, UNSUPPORTED],
    'PBKDF2 of more work than allowed': [dear('pbkdf2.fsec', 16, 3000000), word, 'over a limit: 3000000 iterations of PBKDF2'],
    'no key': [good, { key: 'nokey' }, 'nokey: not a key: neither 32 bytes nor 64 hex digits'],
};
for (const [name, [content, secret, wanted]] of Object.entries(bad)) {
    await test(`refused: ${name}`, async () => {
        writeFileSync(at('bad.fsec'), content);
        const found = await job('bad.fsec', secret);
        equal(found, 'error: ' + wanted, 'outcome');
        equal(await b.shown('#result'), false, 'a result');
    });
}
await test('two passphrases that differ', async () => {
    await b.go(home);
    await choose('small');
    await b.type('#passphrase', 'one');
    await b.type('#again', 'two');
    await b.click('#go');
    equal(await outcome(), 'error: the two passphrases differ', 'outcome');
});
await test('cancel while 4 GiB are read; the page goes on', async () => {
    writeFileSync(at('sparse'), '');
    truncateSync(at('sparse'), 4 * 2 ** 30);
    await b.go(home);
    await b.type('#file', at('sparse'));
    await b.until('progress', () => b.run('return document.querySelector("#progress").value > 0.001'));
    await b.click('#cancel');
    equal(await outcome(), 'error: cancelled', 'outcome');
    await choose('small');
    equal(await b.text('#sha512'), createHash('sha512').update(readFileSync(at('small'))).digest('hex'), 'SHA-512');
});
await test('the console is silent, and nothing but the page was asked for', async () => {
    const entries = (await b.log()).filter((entry) => entry.level === 'SEVERE');
    equal(entries.map((entry) => entry.message).join('; '), '', 'console');
    equal(asked.filter((url) => url !== '/').join(' '), '', 'requests');
    const urls = await b.requests(), own = new Set([home, 'file://' + page]);
    equal(urls.includes(home), true, 'the log has the page');
    equal(urls.filter((url) => !own.has(url) && !/^(data|blob|about):/.test(url)).join(' '), '', 'requests in the log');
});
const leak = `const done = arguments[arguments.length - 1];
    const worker = (code) => new Promise((answer) => {
        const w = new Worker(URL.createObjectURL(new Blob([code])));
        w.onmessage = (event) => answer(event.data);
        w.onerror = () => answer('refused');
    });
    Promise.all([fetch('/planted').then(() => 'sent', () => 'refused'),
        worker("fetch('" + location.origin + "/planted-worker').then(() => postMessage('sent'), () => postMessage('refused'))"),
        new Promise((answer) => {
            const image = new Image();
            image.onload = image.onerror = () => answer(image.width ? 'sent' : 'refused');
            image.src = '/planted-image';
        })]).then((all) => done(all.join(' ')));`;
await test('the policy refuses a planted fetch, a worker\u2019s, an image', async () => {
    await b.go(home);
    equal(await b.wait(leak), 'refused refused refused', 'planted');
    equal(asked.filter((url) => url.startsWith('/planted')).join(' '), '', 'requests');
});
await test('without the policy they would go out', async () => {
    await b.go(home + 'loose');
    equal((await b.wait(leak)).startsWith('sent sent'), true, 'planted');
    equal((await b.requests()).includes(home + 'planted'), true, 'in the log');
});

await b.stop();
server.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
