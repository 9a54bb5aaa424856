/**
 * Every color of the product. Components use the CSS variables made from these (`--vx-page`, `--state-error-text`, …)
 * and never a hex value of their own.
 */

const ink = '#121820'
const white = '#FFFFFF'

export const onFill = { light: white, ink } as const

export const surfaces = {
  light: {
    page: '#F5F6F8',
    surface: white,
    sunken: '#EDEFF3',
    line: '#DEE3EA',
    'field-border': '#CBD2DB',
    'line-strong': '#808C9B',
    text: ink,
    'text-2': '#4F5B6A',
    'text-3': '#5E6A79',
    brand: '#2350C7',
    'brand-fill': '#2350C7',
    'brand-soft': '#E9EEFC',
  },
  dark: {
    page: '#0D1217',
    surface: '#141B22',
    sunken: '#0A0E12',
    line: '#263039',
    'field-border': '#37434E',
    'line-strong': '#66747F',
    text: '#E8EDF2',
    'text-2': '#A9B5C1',
    'text-3': '#8B98A5',
    brand: '#93AEFF',
    'brand-fill': '#3D66DE',
    'brand-soft': '#1B2745',
  },
} as const

/** Logo background and its yellow dot: the only decorative colors. */
export const logo = { ground: '#101F3F', dot: '#F2C230', stroke: white } as const

/** The front of a central unit's picture: same colors in both schemes, like the real device. */
export const unitFront = { case: '#141B22', bezel: '#22303A', display: '#BFD2B7', ink: '#17241B' } as const

const fixedInks = {
  lit: ['#F2C230', '#D9A90F'],
  sign: ['#17734A', '#0F5A39'],
  onSign: [white, white],
  cell: ['#3D6A99', '#2B4D72'],
  dark: ['#4F5B6A', '#3A4450'],
  ok: ['#1F9D63', '#17734A'],
} as const

/** Surface and edge of product drawings. In dark mode, white metal must not be the brightest thing on the page. */
export const drawnInks = {
  light: {
    ...fixedInks,
    body: [white, '#9AA7B8'],
    inner: ['#E6EAF0', '#C3CCD8'],
    light: ['#FFF6DC', '#E6D6A4'],
  },
  dark: {
    ...fixedInks,
    body: ['#C4CDD7', '#8B98A5'],
    inner: ['#A3AFBC', '#7B8896'],
    light: ['#F3E5B8', '#CDB871'],
  },
} as const

/** Shades 0–9 of the primary colour; 6 is used in light, 5 in dark. */
export const brandShades = [
  '#EEF2FD',
  '#E0E7FB',
  '#C2CFF6',
  '#9DB2F0',
  '#7893E8',
  surfaces.dark['brand-fill'],
  surfaces.light.brand,
  '#1E46B0',
  '#1A3C97',
  '#15317A',
] as const

/** Series colors of charts, each used with its own dash or marker. */
export const chartSeries = [surfaces.light.brand, '#E07B00', '#0E86A3', '#7C4DCB'] as const

export type StateTone = 'emergency' | 'error' | 'offline' | 'inhibited' | 'warning' | 'not-executed' | 'test' | 'ok'
type StateColours = { text: string; tint: string; fill: string }

export const stateColours: Record<'light' | 'dark', Record<StateTone, StateColours>> = {
  light: {
    emergency: { text: '#A84300', tint: '#FFEDDD', fill: '#F08A24' },
    error: { text: '#B81D2E', tint: '#FDE9EA', fill: '#C9253A' },
    offline: { text: surfaces.light['text-2'], tint: surfaces.light.sunken, fill: '#7A8796' },
    inhibited: { text: '#6B3FB5', tint: '#F1EBFB', fill: chartSeries[3] },
    warning: { text: '#7D5700', tint: '#FFF4CC', fill: logo.dot },
    'not-executed': { text: surfaces.light['text-2'], tint: 'transparent', fill: surfaces.light['line-strong'] },
    test: { text: '#0B6E86', tint: '#E0F3F7', fill: chartSeries[2] },
    ok: { text: '#17734A', tint: 'transparent', fill: '#1E8A5A' },
  },
  dark: {
    emergency: { text: '#FFAB5C', tint: '#33210F', fill: '#F59330' },
    error: { text: '#FF8A90', tint: '#371A1E', fill: '#E5484D' },
    offline: { text: surfaces.dark['text-2'], tint: '#1F2830', fill: '#6B7885' },
    inhibited: { text: '#BFA2F5', tint: '#271D3B', fill: '#8F63DC' },
    warning: { text: '#F0CC52', tint: '#2E2710', fill: logo.dot },
    'not-executed': { text: surfaces.dark['text-2'], tint: 'transparent', fill: surfaces.dark['line-strong'] },
    test: { text: '#5CC9E2', tint: '#0E2A32', fill: '#1E9DBC' },
    ok: { text: '#5CC793', tint: 'transparent', fill: '#2FA36D' },
  },
}
