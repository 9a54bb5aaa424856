import {
  bankZeroOf,
  energyBankOf,
  type GearIdentity,
  type MaintenanceCounters,
  maintenanceBankOf,
} from './memory-bank.ts'

/** Device types of parts 252 and 253, and the memory bank of part 252. */
const energyType = 51
const maintenanceType = 52
const energyBank = 202
const lockByte = 2
const latch = 0xaa

export type MemoryOptions = {
  identity: GearIdentity
  edition: 1 | 2
  /** Watts at full level; null for gear without a meter. */
  meteredW: number | null
  counted: MaintenanceCounters | null
}

/** Level of the light, from 0 to 1, and whether the lamp fails. */
export type Light = { share: number; hasFailed: boolean }

/** Memory banks of a gear: its identity, its energy, and its counters. */
export class GearMemory {
  /** Device types of the banks. */
  readonly types: readonly number[]
  readonly #bankZero: readonly number[]
  readonly #meteredW: number | null
  readonly #counters: MaintenanceCounters | null
  /** Copies of the banks since they were latched. */
  readonly #latched = new Map<number, readonly number[]>()
  #energyWh = 0
  #powerW = 0
  #hadFailure = false

  constructor({ identity, edition, meteredW, counted }: MemoryOptions) {
    this.#bankZero = bankZeroOf(identity, edition)
    this.#meteredW = meteredW
    this.#counters = counted && { ...counted }
    this.types = [...(meteredW === null ? [] : [energyType]), ...(counted ? [maintenanceType] : [])]
  }

  /** Counts the time in which the light was like this. */
  live(ms: number, { share, hasFailed }: Light): void {
    this.#powerW = hasFailed ? 0 : (this.#meteredW ?? 0) * share
    this.#energyWh += (this.#powerW * ms) / 3_600_000
    const counters = this.#counters
    if (counters) {
      counters.gearS += ms / 1_000
      if (share > 0 && !hasFailed) counters.lampS += ms / 1_000
      if (hasFailed && !this.#hadFailure) counters.lampFailures += 1
    }
    this.#hadFailure = hasFailed
  }

  read(bank: number, address: number): number | null {
    if (bank === 0 && address === 1) return null
    return (this.#latched.get(bank) ?? this.#contentOf(bank))?.[address] ?? null
  }

  /** Only the lock byte of a changing bank can be written: it latches a copy of the bank. */
  write(bank: number, address: number, value: number): boolean {
    const content = bank === 0 ? null : this.#contentOf(bank)
    if (!content || address !== lockByte) return false
    if (value === latch) this.#latched.set(bank, content)
    return true
  }

  #contentOf(bank: number): readonly number[] | null {
    if (bank === 0) return this.#bankZero
    if (bank === energyBank) return this.#meteredW === null ? null : energyBankOf(this.#energyWh, this.#powerW)
    return this.#counters && maintenanceBankOf(bank, this.#counters)
  }
}
