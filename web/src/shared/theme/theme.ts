import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core'
import { parseDecimal } from '../format/decimal.ts'
import type { Language } from '../i18n/languages.ts'
import { filterOptions } from './filter-options.ts'
import { brandShades, drawnInks, logo, onFill, stateColours, surfaces, unitFront } from './tokens.ts'

type Scheme = 'light' | 'dark'

const darkSurface = surfaces.dark
const darkShades: MantineColorsTuple = [
  darkSurface.text,
  darkSurface['text-2'],
  darkSurface['text-3'],
  darkSurface['line-strong'],
  darkSurface['field-border'],
  darkSurface.line,
  darkSurface.surface,
  darkSurface.page,
  darkSurface.sunken,
  darkSurface.sunken,
]

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 5 },
  colors: { brand: [...brandShades] as unknown as MantineColorsTuple, dark: darkShades },
  black: onFill.ink,
  white: onFill.light,
  defaultRadius: 8,
  fontFamily: "'Inter Variable', 'Inter Meanwhile', 'Inter Meanwhile Free', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { xs: '1.34', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  headings: { fontWeight: '650' },
  breakpoints: { xs: '30em', sm: '47.5em', md: '62em', lg: '68.75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', fw: 600 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Mantine's focus placeholder is not a menu item, and a menu may contain nothing else.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 12 } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 } },
    TextInput: { classNames: { input: 'vx-input' } },
    PasswordInput: { classNames: { input: 'vx-input', innerInput: 'vx-input' } },
    NativeSelect: { classNames: { input: 'vx-input' } },
    NumberInput: { classNames: { input: 'vx-input' } },
    Textarea: { classNames: { input: 'vx-input' } },
    Select: { classNames: { input: 'vx-input' }, defaultProps: { allowDeselect: false, filter: filterOptions } },
    MultiSelect: { classNames: { input: 'vx-input' }, defaultProps: { filter: filterOptions } },
    Skeleton: { defaultProps: { radius: 6 } },
  },
})

/** The theme for a language: number fields show its decimal separator, and also accept a point. */
export function themeIn(language: Language): MantineThemeOverride {
  return mergeThemeOverrides(theme, {
    components: { NumberInput: { defaultProps: { decimalSeparator: parseDecimal(language) } } },
  })
}

function variablesOf(scheme: Scheme): Record<string, string> {
  const surface = surfaces[scheme]
  const surfaceVariables = Object.fromEntries(Object.entries(surface).map(([name, value]) => [`--vx-${name}`, value]))
  const states = Object.entries(stateColours[scheme]).flatMap(([name, colours]) =>
    Object.entries(colours).map(([part, value]) => [`--state-${name}-${part}`, value]),
  )
  const inkVariables = Object.entries(drawnInks[scheme]).flatMap(([name, [fill, edge]]) => [
    [`--vx-ink-${name}`, fill],
    [`--vx-ink-${name}-edge`, edge],
  ])
  return {
    ...surfaceVariables,
    ...Object.fromEntries(inkVariables),
    ...Object.fromEntries(states),
    '--mantine-color-body': surface.page,
    '--mantine-color-text': surface.text,
    '--mantine-color-default': surface.surface,
    '--mantine-color-default-color': surface.text,
    '--mantine-color-default-border': surface['field-border'],
    '--mantine-color-default-hover': surface.sunken,
    '--mantine-color-dimmed': surface['text-2'],
    '--mantine-color-placeholder': surface['text-3'],
    '--mantine-color-error': stateColours[scheme].error.text,
    // Outlined red marks destructive actions; Mantine's own red is unreadable in dark mode.
    '--mantine-color-red-outline': stateColours[scheme].error.text,
    '--mantine-color-anchor': surface.brand,
    '--mantine-primary-color-light': surface['brand-soft'],
    '--mantine-primary-color-light-color': surface.brand,
  }
}

/** Converts the tokens to CSS variables, per color scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--vx-ink': onFill.ink,
    '--vx-on-fill': onFill.light,
    '--vx-logo-ground': logo.ground,
    '--vx-logo-dot': logo.dot,
    '--vx-unit-case': unitFront.case,
    '--vx-unit-bezel': unitFront.bezel,
    '--vx-unit-display': unitFront.display,
    '--vx-unit-ink': unitFront.ink,
    '--vx-float': '0 12px 32px rgb(0 0 0 / 16%)',
  },
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})
