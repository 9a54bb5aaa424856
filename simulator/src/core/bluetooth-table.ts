import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { type Random, randomOf } from './random.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'

type Entry = UnitDetail['bluetooth'][number]
/** Nearby device, whether or not the gateway knows it. */
export type BluetoothDevice = {
  mac: string
  serial: string
  kind: 'lamp' | 'sensor' | 'relay'
  inSight: boolean
  signal: number
  /** Held by another gateway: visible, but it talks to no other. */
  isHeld?: boolean
}
export type SavedBluetooth = { around: BluetoothDevice[]; joined: Entry[] }

/** Unit seconds of a scan. */
const scanS = 10
const maxEntries = 256
/** Share of devices out of reach. */
const outOfSightShare = 0.25

const hexOf = (random: Random, bytes: number): string =>
  Array.from({ length: bytes }, () => random.whole(0, 255).toString(16).toUpperCase().padStart(2, '0')).join('')

const devicesOf = (count: number, random: Random): BluetoothDevice[] =>
  Array.from({ length: count }, () => ({
    mac: `D4${hexOf(random, 5)}`,
    serial: hexOf(random, 3),
    kind: random.pick(['lamp', 'lamp', 'sensor', 'relay'] as const),
    inSight: !random.chance(outOfSightShare),
    signal: -random.whole(45, 95),
  }))

/** Bluetooth devices joined to a gateway. */
export class BluetoothTable {
  readonly around: readonly BluetoothDevice[]
  readonly #unit: UnitContext
  readonly #entries: Map<string, Entry>
  #isScanning = false

  constructor(unit: UnitContext, seed: number, saved?: SavedBluetooth) {
    this.#unit = unit
    this.around = saved?.around ?? devicesOf(unit.wire.hardware.bluetoothDevices, randomOf(seed ^ 0xb1e))
    const joinedEntries = saved?.joined ?? this.around.slice(0, Math.ceil(this.around.length / 2)).map(createEntry)
    this.#entries = new Map(joinedEntries.map((entry) => [entry.mac, entry]))
  }

  get entries(): Entry[] {
    return [...this.#entries.values()].map((entry) => this.#now(entry))
  }
  get saved(): SavedBluetooth | undefined {
    return this.around.length > 0 ? { around: [...this.around], joined: this.entries } : undefined
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Moves a device out of sight, or back. False for an unknown device. */
  move(mac: string, inSight: boolean): boolean {
    const device = this.#device(mac)
    if (!device) return false
    device.inSight = inSight
    this.#unit.shadowChanged()
    return true
  }

  /** Makes another gateway hold a device, or release it. False for an unknown device. */
  hold(mac: string, isHeld: boolean): boolean {
    const device = this.#device(mac)
    if (device) device.isHeld = isHeld
    return device !== undefined
  }

  scan(): Answer {
    if (this.#isScanning) return refused('NETWORK_BUSY')
    this.#isScanning = true
    this.#unit.pace.after(scanS * 1000, () => {
      this.#isScanning = false
      for (const device of this.around) {
        const isNew = device.inSight && !this.#entries.has(device.mac)
        if (isNew && this.#entries.size < maxEntries) this.#entries.set(device.mac, createEntry(device))
      }
      this.#unit.shadowChanged()
    })
    return done
  }

  insert(mac: string): Answer {
    if (this.#entries.has(mac)) return refused('DEVICE_ALREADY_PRESENT')
    if (this.#entries.size >= maxEntries) return refused('TABLE_FULL')
    const unknownDevice = { serial: null, kind: 'unknown' as const, validated: null, reason: null }
    return this.#set({ mac, ...unknownDevice, inSight: false, signal: null, lastSeen: null })
  }

  setSerial(mac: string, serial: string): Answer {
    const entry = this.#entries.get(mac)
    if (!entry) return refused('DEVICE_NOT_FOUND')
    const isSerialUsed = this.#entries.values().some((other) => other.mac !== mac && other.serial === serial)
    return isSerialUsed
      ? refused('SERIAL_ALREADY_PRESENT')
      : this.#set({ ...entry, serial, validated: null, reason: null })
  }

  setKind(mac: string, kind: Entry['kind']): Answer {
    const entry = this.#entries.get(mac)
    return entry ? this.#set({ ...entry, kind, validated: null, reason: null }) : refused('DEVICE_NOT_FOUND')
  }

  /** Contacts the device, and reads the fields not yet written. */
  validate(mac: string): Answer {
    const entry = this.#entries.get(mac)
    if (!entry) return refused('DEVICE_NOT_FOUND')
    const device = this.#device(mac)
    if (!device?.inSight) return this.#fail(entry, 'DEVICE_NOT_REACHABLE', 'out of sight')
    if (device.isHeld) return this.#fail(entry, 'DEVICE_HELD', 'held by another gateway')
    const serial = entry.serial ?? device.serial
    const kind = entry.kind === 'unknown' ? device.kind : entry.kind
    if (serial !== device.serial || kind !== device.kind)
      return this.#fail(entry, 'DEVICE_MISMATCH', `is ${device.kind} ${device.serial}`)
    return this.#set({ ...entry, serial, kind, validated: true, reason: null })
  }

  remove(mac: string): Answer {
    if (!this.#entries.delete(mac)) return refused('DEVICE_NOT_FOUND')
    this.#unit.shadowChanged()
    return done
  }

  #fail(entry: Entry, code: string, reason: string): Answer {
    this.#set({ ...entry, validated: false, reason })
    return refused(code)
  }

  #set(entry: Entry): Answer {
    this.#entries.set(entry.mac, entry)
    this.#unit.shadowChanged()
    return done
  }

  #device(mac: string): BluetoothDevice | undefined {
    return this.around.find((device) => device.mac === mac)
  }

  #now(entry: Entry): Entry {
    const device = this.#device(entry.mac)
    if (!device?.inSight) return { ...entry, inSight: false, signal: null }
    return { ...entry, inSight: true, signal: device.signal, lastSeen: this.#unit.clock.reportedTime() }
  }
}

const createEntry = ({ mac, serial, kind }: BluetoothDevice): Entry => ({
  mac,
  serial,
  kind,
  inSight: false,
  validated: null,
  reason: null,
  signal: null,
  lastSeen: null,
})
