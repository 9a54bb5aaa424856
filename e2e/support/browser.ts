import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium without what a screen needs: an eighth cheaper than the whole. It shows no notices of the system. */
const browserPath = '/usr/bin/chromium-headless-shell'

/** The whole of it, for what the smaller lacks, and for figures that are a user's. */
const fullBrowserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Started so that it speaks to nobody but us. */
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
  /** What the browser is started with besides the usual. */
  browserArguments?: readonly string[]
  /** Whether it is the whole Chromium. */
  isWholeBrowser?: boolean
}

export const launchBrowser = ({ browserArguments: more = [], isWholeBrowser }: BrowserOptions): Promise<Browser> =>
  chromium.launch({
    executablePath: isWholeBrowser ? fullBrowserPath : browserPath,
    args: [...browserArguments, ...more],
  })
