import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Autonomy } from '../../lamps/index.ts'
import type { Placeable } from '../placeable.ts'
import type { MarkStyle } from './draw-marks.ts'

export const planLayers = ['state', 'tests', 'autonomy', 'level', 'zones', 'faults'] as const
export type PlanLayer = (typeof planLayers)[number]

/** The layer in the address. */
export const layerOf = (requestedLayer: string | undefined): PlanLayer =>
  planLayers.find((one) => one === requestedLayer) ?? 'state'

/** A category within a layer: a sign and a fill level, not only a color; labeled by a text or a zone's name. */
export type LayerKind = { key: string; look: MarkStyle } & ({ says: LayerTextKey } | { name: string })

/** Text keys of categories, by layer. */
type LayerTextKey =
  | `tests.${'even' | 'odd' | 'none'}`
  | `autonomy.${'short' | 'full' | 'none'}`
  | `level.${'off' | 'low' | 'half' | 'full' | 'none'}`
  | `zones.${'several' | 'none'}`
  | `faults.${'fault' | 'none'}`

/** A lamp's category, and the number below it: minutes, percent or a count. */
export type LampMark = { kind: string; value: number | null }
export type Layer = { kinds: readonly LayerKind[]; of: (device: Placeable) => LampMark | null }

/** A layer about lamps only has no category for units. */
const lampLayer =
  (markOf: (lamp: Lamp) => LampMark): Layer['of'] =>
  ({ lamp }) =>
    lamp && markOf(lamp)

/** A device without a category in the layer: visible but muted. */
export const emptyLayer: MarkStyle = { ink: 'offline', sign: '', fill: 0 }
const mutedStyle: MarkStyle = { ink: 'offline', sign: '–', fill: 0 }

const tests: Layer = {
  kinds: [
    { key: 'even', says: 'tests.even', look: { ink: 'brand', sign: '2', fill: 1 } },
    { key: 'odd', says: 'tests.odd', look: { ink: 'brand', sign: '1', fill: 0 } },
    { key: 'none', says: 'tests.none', look: mutedStyle },
  ],
  of: lampLayer(({ type, parity }) => ({ kind: type === 'emergency' ? (parity ?? 'none') : 'none', value: null })),
}

const autonomyLayer = (autonomyOf: (lamp: Lamp) => Autonomy): Layer => ({
  kinds: [
    { key: 'short', says: 'autonomy.short', look: { ink: 'error', sign: '!', fill: 1 } },
    { key: 'full', says: 'autonomy.full', look: { ink: 'ok', sign: '✓', fill: 0 } },
    { key: 'none', says: 'autonomy.none', look: mutedStyle },
  ],
  of: lampLayer((lamp) => {
    const { minutes, isShort } = autonomyOf(lamp)
    if (minutes === undefined) return { kind: 'none', value: null }
    return { kind: isShort ? 'short' : 'full', value: minutes }
  }),
})

const level: Layer = {
  kinds: [
    { key: 'off', says: 'level.off', look: { ink: 'brand', sign: '0', fill: 0 } },
    { key: 'low', says: 'level.low', look: { ink: 'brand', sign: '', fill: 0.35 } },
    { key: 'half', says: 'level.half', look: { ink: 'brand', sign: '', fill: 0.62 } },
    { key: 'full', says: 'level.full', look: { ink: 'brand', sign: '', fill: 1 } },
    { key: 'none', says: 'level.none', look: mutedStyle },
  ],
  of: lampLayer(({ dimming }) => {
    if (dimming === null) return { kind: 'none', value: null }
    return { kind: dimming <= 0 ? 'off' : dimming <= 33 ? 'low' : dimming <= 66 ? 'half' : 'full', value: dimming }
  }),
}

const faults: Layer = {
  kinds: [
    { key: 'fault', says: 'faults.fault', look: { ink: 'error', sign: '!', fill: 1 } },
    { key: 'none', says: 'faults.none', look: { ink: 'ok', sign: '', fill: 0 } },
  ],
  of: ({ faults: count }) => ({ kind: count > 0 ? 'fault' : 'none', value: count || null }),
}

export type ZoneLookup = {
  zones: readonly { id: string; zoneName: string }[]
  zonesOf: (lamp: Pick<Lamp, 'cu' | 'id' | 'groups'>) => readonly string[]
}

const zoneColors = ['brand', 'inhibited', 'test', 'warning'] as const

/** A zone has its alphabetical number; when a color repeats, the fill alternates. */
const zonesLayer = ({ zones, zonesOf }: ZoneLookup): Layer => ({
  kinds: [
    ...zones.map(({ id, zoneName }, at) => ({
      key: id,
      name: zoneName,
      look: {
        ink: zoneColors[at % zoneColors.length] ?? 'brand',
        sign: String(at + 1),
        fill: Math.floor(at / zoneColors.length) % 2,
      },
    })),
    { key: 'several', says: 'zones.several', look: { ink: 'text', sign: '+', fill: 0 } },
    { key: 'none', says: 'zones.none', look: mutedStyle },
  ],
  of: lampLayer((lamp) => {
    const lampZones = zonesOf(lamp)
    return {
      kind: lampZones.length > 1 ? 'several' : (lampZones[0] ?? 'none'),
      value: lampZones.length > 1 ? lampZones.length : null,
    }
  }),
})

/** Data for layers besides the devices. */
export type LayerFacts = { zones: ZoneLookup; autonomyOf: (lamp: Lamp) => Autonomy }

/** A layer with its data; null for the plain states. */
export function createLayer(name: PlanLayer, { zones, autonomyOf }: LayerFacts): Layer | null {
  if (name === 'state') return null
  if (name === 'zones') return zonesLayer(zones)
  return name === 'autonomy' ? autonomyLayer(autonomyOf) : { tests, level, faults }[name]
}
