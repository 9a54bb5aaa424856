import type { PlantDraft } from '@vigilux/contract/features/plants/plant.ts'

/** The plant form's fields: like the contract's draft, with empty texts where nothing is typed yet. */
export type PlantFields = {
  plantname: string
  plant_type: PlantDraft['plant_type'] | null
  address: Omit<PlantDraft['address'], 'country' | 'lat' | 'long'> & {
    country: string | null
    lat: number | null
    long: number | null
  }
  timezone: string
  owner: { name: string; email: string; phone: string; piva: string }
}

const noOwner = { name: '', email: '', phone: '', piva: '' }

export function emptyPlant(country: string, timezone: string): PlantFields {
  return {
    plantname: '',
    plant_type: null,
    address: { country, housenumber: '', city: '', street: '', prov: '', cap: '', lat: null, long: null },
    timezone,
    owner: noOwner,
  }
}

export function fieldsOf({ plantname, plant_type, address, timezone, owner }: PlantDraft): PlantFields {
  return { plantname, plant_type, address, timezone, owner: owner ?? noOwner }
}

/** What is sent and checked: an owner without any data is no owner. */
export function draftOf({ owner, ...fields }: PlantFields): Record<string, unknown> {
  const isGiven = Object.values(owner).some((text) => text.trim() !== '')
  return { ...fields, owner: isGiven ? owner : null }
}
