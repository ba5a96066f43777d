// SPDX-License-Identifier: 0BSD
//
// driver.mjs: a browser by the W3C's WebDriver protocol: Debian's chromedriver and chromium
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Browser {
    static async start(port) {
        const b = new Browser();
        b.base = `http://127.0.0.1:${port}`;
        // In the locale C the browser finds no file whose name has letters outside of ASCII.
        const env = { ...process.env, LC_ALL: 'C.UTF-8' };
        b.process = spawn('chromedriver', [`--port=${port}`], { stdio: 'ignore', env });
        for (let i = 0; i < 100; i++) {
            const ready = await fetch(b.base + '/status').then((r) => r.json(), () => null);
            if (ready && ready.value.ready)
                break;
            await sleep(100);
        }
        b.profile = mkdtempSync(join(tmpdir(), 'chromium-'));
        const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
            '--disable-background-networking', '--disable-component-update', '--disable-sync',
            `--user-data-dir=${b.profile}`, '--window-size=900,1200'];
        const { sessionId } = await b.post('/session', { capabilities: { alwaysMatch: {
            browserName: 'chrome', 'goog:chromeOptions': { args, binary: '/usr/bin/chromium' },
            'goog:loggingPrefs': { browser: 'ALL', performance: 'ALL' } } } });
        b.base += `/session/${sessionId}`;
        return b;
    }
    async send(method, path, body) {
        const response = await fetch(this.base + path, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (!response.ok)
            throw new Error(`${path}: ${value.error}: ${value.message}`);
        return value;
    }
    post(path, body = {}) {
        return this.send('POST', path, body);
    }
    go(url) {
        return this.post('/url', { url });
    }
    run(script, ...args) {
        return this.post('/execute/sync', { script, args });
    }
    wait(script, ...args) {
        return this.post('/execute/async', { script, args });
    }
    devtools(cmd, params) {
        return this.post('/goog/cdp/execute', { cmd, params });
    }
    async find(selector) {
        return (await this.post('/element', { using: 'css selector', value: selector }))[ELEMENT];
    }
    async click(selector) {
        await this.post(`/element/${await this.find(selector)}/click`);
    }
    // For <input type=file> this chooses the file, as a person does in the dialog.
    async type(selector, text) {
        await this.post(`/element/${await this.find(selector)}/value`, { text });
    }
    async clear(selector) {
        await this.post(`/element/${await this.find(selector)}/clear`);
    }
    text(selector) {
        return this.run('return document.querySelector(arguments[0]).textContent', selector);
    }
    shown(selector) {
        return this.run('return document.querySelector(arguments[0]).checkVisibility()', selector);
    }
    async until(what, condition, seconds = 60) {
        for (let i = 0; i < seconds * 20; i++) {
            const value = await condition();
            if (value)
                return value;
            await sleep(50);
        }
        throw new Error(`not within ${seconds} s: ${what}`);
    }
    log() {
        return this.post('/se/log', { type: 'browser' });
    }
    // What the browser asked for since the last call, by the network's events of its protocol.
    async requests() {
        const events = (await this.post('/se/log', { type: 'performance' })).map((e) => JSON.parse(e.message).message);
        return events.filter((e) => e.method === 'Network.requestWillBeSent').map((e) => e.params.request.url);
    }
    async stop() {
        await this.send('DELETE', '').catch(() => {});
        this.process.kill();
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}
