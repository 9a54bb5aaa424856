import { sampleCatalogue } from '../../server/src/features/catalogue/sample-catalogue.ts'

/**
 * Placeholders in inputs for items of a running server. `«plantId»` is a plant of the caller, `«other.plantId»` one of
 * another tenant. So an input works in another run with other ids.
 */

/** A unit, and the plant of its enrolment. */
export type Place = { plantId: string; cuType: string; cuId: string }

const placeholder = (name: string): string => `\u00ab${name}\u00bb`
const placeholders = /\u00ab(other\.)?(\w+)\u00bb/g

/** Fields named differently for the same item. */
const fieldAliases: Record<string, string> = {
  newCuId: 'cuId',
  parentId: 'roomId',
  otherId: 'snapshotId',
  units: 'topic',
  cu: 'topic',
  items: 'itemId',
}
const ofPlaces = ['plantId', 'cuId', 'cuType', 'topic', 'socketId']

/** The data of a server without an imported catalogue. */
const { products, families } = sampleCatalogue()

/** Fields whose values no schema describes. */
const samples: Record<string, string[]> = {
  timezone: ['Europe/Rome', 'UTC', 'Pacific/Chatham'],
  housenumber: ['12', '12-14'],
  country: ['IT', 'IT', 'AT', ''],
  name: ['Ada', "D'Arco"],
  surname: ['Rossi', 'Łoś'],
  email: ['', ...Array.from({ length: 40 }, (_, n) => `person-${n}@fuzz.test`)],
  piva: ['IT12345670017', '12345670017'],
  businessname: ['Luce'],
  opens: ['07:00', '00:00', '08:30'],
  begins: ['22:00', '00:00', '20:30'],
  ends: ['06:30', '08:00', '23:59'],
  closes: ['19:00', '24:00', '21:30'],
  month: ['2026-01', '2026-03', '2025-12'],
  until: ['2999-12-31', '2999-12-31', '2999-12-31', '2026-03-31'],
  autonomyAt: ['02:00', '23:59'],
  functionalAt: ['22:00', '00:00'],
  endpoint: ['https://push.vigilux.test/1', 'https://push.vigilux.test/2'],
  address: ['https://bms.vigilux.test/vigilux', 'https://bms.vigilux.test/2'],
  // The generator of the curve P-256.
  p256dh: ['BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'],
  auth: ['a'.repeat(22)],
  mac: ['AABBCCDDEEFF', 'AA:BB:CC:DD:EE:01'],
  productId: products.map(({ code }) => code),
  productCode: products.map(({ code }) => code),
  familyId: families.map(({ id }) => id),
}

/** Sessions are excluded: anonymous calls prove little. */
const excludedFields = ['sessionId']

/** Whether the ids come from answers or from the setup. */
const isPlaceName = (name: string): boolean =>
  ofPlaces.includes(name) || (name.endsWith('Id') && !(name in samples) && !excludedFields.includes(name))

/** Placeholders for a field of a call: mostly of the caller's tenant, sometimes of another. */
export const arbitraryKnownValues = (field: string): string[] => {
  const name = fieldAliases[field] ?? field
  if (!isPlaceName(name)) return samples[name] ?? []
  return [...Array<string>(9).fill(placeholder(name)), placeholder(`other.${name}`)]
}

const maxPerKind = 60
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The kind of an id by its field name: `test_id`, or `id` of one of the `tests`. */
const kindOf = (field: string, parentName: string): string =>
  `${field === 'id' ? `${parentName.replace(/s$/, '')}id` : field}`.replaceAll('_', '').toLowerCase()

/** Kinds with another field name in answers. */
const sameKind: Record<string, string> = { attachmentid: 'fileid', photoid: 'fileid', proposalid: 'planid' }

const maxInspected = 400

const idsIn = (
  value: unknown,
  found: (kind: string, id: string) => void,
  parentName = '',
  inspected = { n: 0 },
): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, content] of Object.entries(value)) {
    if (++inspected.n > maxInspected) return
    if (typeof content !== 'string') idsIn(content, found, Array.isArray(value) ? parentName : key, inspected)
    else if (uuid.test(content)) found(kindOf(key, parentName), content)
    else if (content.startsWith('/files/')) found('link', content.slice('/files/'.length))
  }
}

/** Known ids by their owner: given at the start, and collected from answers. */
export const createNames = (places: readonly (readonly Place[])[], untouchable: ReadonlySet<string>) => {
  const idsByTenant = places.map(() => new Map<string, string[]>())

  const placeValue = (tenant: number, name: string, at: number): string => {
    const tenantPlaces = places[tenant] ?? []
    const place = tenantPlaces[at % Math.max(1, tenantPlaces.length)]
    if (!place) return ''
    if (name === 'topic') return `${place.cuType}_${place.cuId}`
    if (name in place) return place[name as keyof Place]
    const learntIds = idsByTenant[tenant]?.get(sameKind[name.toLowerCase()] ?? name.toLowerCase()) ?? []
    return learntIds[at % Math.max(1, learntIds.length)] ?? '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
  }

  return {
    /** Learns the ids of an answer; only the newest of each kind if there are too many. */
    learn(tenant: number, answer: unknown): void {
      idsIn(answer, (kind, id) => {
        if (untouchable.has(id)) return
        const name = sameKind[kind] ?? kind
        const learntIds = idsByTenant[tenant]?.get(name) ?? []
        if (learntIds.includes(id)) return
        idsByTenant[tenant]?.set(name, [...learntIds, id].slice(-maxPerKind))
      })
    },
    /** The text with a value for each placeholder. */
    resolve: (
      text: string,
      { tenant, at }: { tenant: number; at: number },
      special: Record<string, string> = {},
    ): string =>
      text.replaceAll(placeholders, (_whole, other: string | undefined, name: string) => {
        const placeTenant = other ? (tenant + 1) % places.length : tenant
        return special[name] ?? placeValue(placeTenant, name, at)
      }),
  }
}
export type Names = ReturnType<typeof createNames>
