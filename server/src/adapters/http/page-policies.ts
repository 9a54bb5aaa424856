/** What pages may load, run and connect to. `tilesUrl`: where the pictures of maps come from. */
export const contentPolicy = ({ publicUrl, tilesUrl }: { publicUrl: string; tilesUrl?: string | undefined }) => ({
  defaultSrc: ["'self'"],
  // Our own WebAssembly reads the codes of lamps; text is never run.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  // Mantine writes the variables of the theme and its responsive properties as `<style>` elements of its own, and the lock of scrolling
  // behind a dialog does so, too. Attributes are never needed: React sets properties of elements one by one.
  styleSrcElem: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...(tilesUrl ? [new URL(tilesUrl).origin] : [])],
  // The realtime channel under the same name: older browsers do not count it as their own origin.
  connectSrc: ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  upgradeInsecureRequests: publicUrl.startsWith('https:') ? [] : null,
})

/** Codes of lamps are scanned, a scan sounds and keeps the screen on, passkeys sign in, links are copied and shared. */
const used = ['autoplay', 'camera', 'clipboard-write', 'screen-wake-lock', 'web-share']
const passkeys = ['publickey-credentials-create', 'publickey-credentials-get']

const unused = [
  'accelerometer',
  'bluetooth',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gamepad',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** What our pages, and nobody within them, may ask of the browser. */
export const permissionsPolicy = [
  ...[...used, ...passkeys].map((feature) => `${feature}=(self)`),
  ...unused.map((feature) => `${feature}=()`),
].join(', ')
