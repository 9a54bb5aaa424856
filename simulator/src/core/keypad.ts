import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'

/** Pages of the display, in the order of the keys. */
export const displayPages = ['status', 'lamps', 'tests', 'cloud', 'clock'] as const
export type DisplayPage = (typeof displayPages)[number]

/** Last pressed keys, and the shown page. */
export class Keypad {
  lastKeys: readonly UnitKey[] = []
  page: DisplayPage = 'status'

  press(keys: ReadonlySet<UnitKey>): void {
    this.lastKeys = [...keys]
    const [key] = keys
    if (keys.size !== 1 || !key) return
    if (key === 'OK') this.page = 'status'
    else this.#turn(key === 'UP' ? -1 : 1)
  }

  #turn(steps: number): void {
    const at = (displayPages.indexOf(this.page) + steps + displayPages.length) % displayPages.length
    this.page = displayPages[at] ?? 'status'
  }
}
