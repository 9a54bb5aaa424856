import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { SearchMatches } from '@vigilux/contract/features/overview/search-matches.ts'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { TFunction } from 'i18next'
import { styleOf } from '../shared/status/states.ts'
import { pathTo } from '../site-map.ts'
import type { SearchAction } from './search-text.ts'

/** Headings of the search, in their order. */
export const hitGroups = ['actions', 'plants', 'lamps', 'units', 'rooms', 'scenes', 'people', 'pages'] as const
export type HitGroup = (typeof hitGroups)[number]

/** One thing to choose in the search. */
export type Hit = {
  group: HitGroup
  key: string
  to: string
  text: string
  hint: string | undefined
  state?: Condition
  /** Why it cannot be chosen; undefined when it can. */
  reason?: string | undefined
  /** The lamp to blink when this hit is chosen, before its page opens. */
  identify?: { plantId: string; topic: string; addr: number }
}

type Texts = TFunction<'shell'>

const serialOf = (topic: string): string => topic.slice(topic.indexOf('_') + 1)
const joinParts = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

const lampHit = (t: Texts, { plant_id: plantId, ...lamp }: SearchMatches['lamps'][number]): Hit => ({
  group: 'lamps',
  key: `${plantId} ${lamp.topic}.${lamp.addr}`,
  to: pathTo('devices', { plantId }, { unit: lamp.topic, lamp: `${lamp.topic}.${lamp.addr}` }),
  text: joinParts(t('search.lamp', { number: lampNumber(lamp.addr) }), lamp.description),
  hint: joinParts(lamp.plantname, t('search.unit', { serial: serialOf(lamp.topic) }), lamp.serial, lamp.location),
  state: lamp.condition,
})

const unitHit = (t: Texts, { plant_id: plantId, ...unit }: SearchMatches['units'][number]): Hit => ({
  group: 'units',
  key: `${plantId} ${unit.topic}`,
  to: pathTo('unit', { plantId, unit: unit.topic }),
  text: joinParts(t('search.unit', { serial: serialOf(unit.topic) }), unit.description),
  hint: joinParts(unit.plantname, unit.location),
  state: unit.connected ? 'ok' : 'offline',
})

const plantHit = ({ plant_id: plantId, plantname, city, condition }: SearchMatches['plants'][number]): Hit => ({
  group: 'plants',
  key: plantId,
  to: pathTo('plantOverview', { plantId }),
  text: plantname,
  hint: city,
  state: condition,
})

const worstFirst = (hits: readonly Hit[]): Hit[] => {
  const severity = ({ state }: Hit): number => (state ? styleOf(state).severity : 0)
  return hits.toSorted((a, b) => severity(b) - severity(a))
}

/** Hits of a search by their headings, worst first under each. */
export function hitsOf(t: Texts, found: SearchMatches): Hit[] {
  return [
    ...worstFirst(found.plants.map(plantHit)),
    ...worstFirst(found.lamps.map((lamp) => lampHit(t, lamp))),
    ...worstFirst(found.units.map((unit) => unitHit(t, unit))),
    ...found.rooms.map(
      ({ plant_id: plantId, room_id, name, plantname }): Hit => ({
        group: 'rooms',
        key: room_id,
        to: pathTo('plantLocations', { plantId }, { openroom: room_id }),
        text: name,
        hint: plantname,
      }),
    ),
    ...found.scenes.map(
      ({ plant_id: plantId, scene_id, name, plantname }): Hit => ({
        group: 'scenes',
        key: scene_id,
        to: pathTo('scenes', { plantId }, { scene: scene_id }),
        text: name,
        hint: plantname,
      }),
    ),
    ...found.people.map(
      ({ plant_id: plantId, userid, name, email, plantname }): Hit => ({
        group: 'people',
        key: `${plantId} ${userid}`,
        to: pathTo('plantUsers', { plantId }),
        text: name,
        hint: joinParts(plantname, email ?? ''),
      }),
    ),
  ]
}

/** Actions on the hits: lamps blink, units are tested after the usual question. */
export function actionHitsOf(t: Texts, found: SearchMatches, action: SearchAction): Hit[] {
  const actionLabel = t(`search.${action}`)
  const done = <Of extends SearchMatches['lamps'][number] | SearchMatches['units'][number]>(
    device: Of,
    hit: Hit,
  ): Hit => ({
    ...hit,
    group: 'actions',
    key: `${action} ${hit.key}`,
    text: `${actionLabel}: ${hit.text}`,
    reason: roleMay(device.role, 'plant.operate') ? undefined : t('search.notAllowed'),
  })
  if (action === 'identify')
    return found.lamps.map((lamp) => ({
      ...done(lamp, lampHit(t, lamp)),
      identify: { plantId: lamp.plant_id, topic: lamp.topic, addr: lamp.addr },
    }))
  return found.units.map((unit) => ({
    ...done(unit, unitHit(t, unit)),
    to: pathTo('plantReport', { plantId: unit.plant_id }, { start: unit.topic }),
  }))
}
