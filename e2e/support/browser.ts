/** Debian's Chromium without what a screen needs: an eighth cheaper than the whole. It shows no notices of the system. */
export const browserPath = '/usr/bin/chromium-headless-shell'

/** The whole of it, for what the smaller lacks, and for figures that are a user's. */
export const wholeBrowserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Started so that it speaks to nobody but us. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
