import { type Browser, chromium } from 'playwright-core'

/** Debian's headless Chromium: an eighth cheaper than the full one. It shows no system notifications. */
const browserPath = '/usr/bin/chromium-headless-shell'

/** The full Chromium, for features missing in the headless one, and for realistic figures. */
const fullBrowserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Arguments against any contact by the browser with anybody else. */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export type BrowserOptions = {
  /** Browser arguments besides the defaults. */
  browserArguments?: readonly string[]
  /** Whether to use the full Chromium. */
  isWholeBrowser?: boolean
}

export const launchBrowser = ({
  browserArguments: extraArguments = [],
  isWholeBrowser,
}: BrowserOptions): Promise<Browser> =>
  chromium.launch({
    executablePath: isWholeBrowser ? fullBrowserPath : browserPath,
    args: [...browserArguments, ...extraArguments],
    // Without a locale of UTF-8, Chromium saves a file whose name has an accent as "download".
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  })
