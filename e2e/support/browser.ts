/** Debian's Chromium, started so that it speaks to nobody but us. */
export const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
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
