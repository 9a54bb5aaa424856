import type { LampError } from '../lamps/lamp.ts'
import type { PartKind, Product } from './product.ts'

/** Kinds of parts for each fault of a lamp; with an empty list, no part clears the fault. */
const partKindsByFault: Readonly<Record<LampError, readonly PartKind[]>> = {
  // Depends on the reason of the failure.
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

/** Kinds of parts for a fault: alternatives, of which a product has at most one. */
export const partKindsFor = (error: LampError): readonly PartKind[] => partKindsByFault[error]

/**
 * Code of the product's part for a fault; null if no part clears the fault or the catalogue names none.
 * @param kindOf kind of a part, by its code
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
