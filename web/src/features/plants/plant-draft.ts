import type { UseFormReturnType } from '@mantine/form'
import type { PlantChange, PlantDraft } from '@vigilux/contract/features/plants/plant.ts'

export type OwnerFields = { name: string; email: string; phone: string; piva: string }

/** The plant form's fields: like the contract's draft, with empty texts for missing values. */
export type PlantFields = {
  plantname: string
  plant_type: PlantDraft['plant_type'] | null
  address: Omit<PlantDraft['address'], 'country' | 'lat' | 'long'> & {
    country: string | null
    lat: number | null
    long: number | null
  }
  timezone: string
}
/** The required part of the form, which may have more fields. */
export type PlantForm = Pick<UseFormReturnType<PlantFields>, 'values' | 'getInputProps' | 'setFieldValue'>

export type NewPlantFields = PlantFields & { owner: OwnerFields }

export const emptyOwner: OwnerFields = { name: '', email: '', phone: '', piva: '' }

export function emptyPlant(country: string, timezone: string): NewPlantFields {
  return {
    plantname: '',
    plant_type: null,
    address: {
      country,
      housenumber: '',
      city: '',
      street: '',
      prov: '',
      cap: '',
      lat: null,
      long: null,
      positionBy: 'address',
    },
    timezone,
    owner: emptyOwner,
  }
}

export function fieldsOf({ plantname, plant_type, address, timezone }: PlantChange): PlantFields {
  return { plantname, plant_type, address, timezone }
}

/** An owner without any data counts as no owner. */
export function ownerOf(owner: OwnerFields): OwnerFields | null {
  return Object.values(owner).some((text) => text.trim() !== '') ? owner : null
}

/** The form's data as sent and validated. */
export function draftOf({ owner, ...fields }: NewPlantFields): Record<string, unknown> {
  return { ...fields, owner: ownerOf(owner) }
}
