import type { LampError } from '../lamps/lamp.ts'
import type { PartKind, Product } from './product.ts'

/** The parts that each fault of a lamp asks for; what stands here with none is mended by no part. */
const partKindsByFault: Readonly<Record<LampError, readonly PartKind[]>> = {
  // By what it failed decides.
  functional_test_failed: [],
  autonomy_test_failed: [],
  battery_low_voltage: ['battery'],
  battery_not_connected: [],
  battery_short: ['battery'],
  battery_test_failure: ['battery'],
  battery_duration: ['battery'],
  battery_duration_under_30s: ['battery'],
  charger: ['driver'],
  led_open: ['ledModule'],
  led_short: ['ledModule'],
  led_partial_short: ['ledModule'],
  lamp_failure: ['ledModule', 'tube'],
  dali: [],
  communication: [],
  over_voltage: [],
  under_voltage: [],
  over_power: [],
  under_power: [],
  uv_tube: ['tube'],
  polarity: [],
  programming: [],
  duplicate_id: [],
  wiring: [],
  overload: ['driver'],
}

/** Kinds of parts that a fault asks for; a product has at most one of several that stand for the same. */
export const partKindsFor = (error: LampError): readonly PartKind[] => partKindsByFault[error]

/**
 * The part of a product that a fault asks for, by its code; null where none mends it, or the catalogue names none.
 * @param kindOf what a part is, by its code
 */
export const partForFault = (
  product: Pick<Product, 'parts' | 'batteryCode'>,
  error: LampError,
  kindOf: (code: string) => Product['kind'] | undefined,
): string | null => {
  const kinds: readonly string[] = partKindsFor(error)
  if (kinds.includes('battery') && product.batteryCode !== null) return product.batteryCode
  return product.parts.find(({ code }) => kinds.includes(kindOf(code) ?? ''))?.code ?? null
}
