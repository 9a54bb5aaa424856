/** Content security policy of pages. `tilesUrl`: source of map tiles. */
export const contentPolicy = ({ publicUrl, tilesUrl }: { publicUrl: string; tilesUrl?: string | undefined }) => ({
  defaultSrc: ["'self'"],
  // Our WebAssembly decodes the codes of lamps; `eval` of text stays forbidden.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  // Mantine writes theme variables, responsive properties and the scroll lock of dialogs as `<style>` elements. Style
  // attributes are not needed: React sets properties of elements one by one.
  styleSrcElem: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...(tilesUrl ? [new URL(tilesUrl).origin] : [])],
  // The realtime channel by the public name: older browsers do not count it as 'self'.
  connectSrc: ["'self'", new URL(publicUrl).origin.replace(/^http/, 'ws')],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  upgradeInsecureRequests: publicUrl.startsWith('https:') ? [] : null,
})

/** Codes of lamps are scanned, a scan beeps and keeps the screen on, passkeys sign in, links are copied and shared. */
const usedFeatures = ['autoplay', 'camera', 'clipboard-write', 'screen-wake-lock', 'web-share']
const passkeys = ['publickey-credentials-create', 'publickey-credentials-get']

const unusedFeatures = [
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

/** Browser features permitted to our pages, but to no frames within them. */
export const permissionsPolicy = [
  ...[...usedFeatures, ...passkeys].map((feature) => `${feature}=(self)`),
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ')
