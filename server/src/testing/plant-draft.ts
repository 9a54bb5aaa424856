import type { PlantChange, PlantDraft } from '@vigilux/contract/features/plants/plant.ts'

/** Form data of a new plant. */
export const plantDraft = (name = 'Scuola Demo'): PlantDraft => ({
  plantname: name,
  plant_type: 'basic',
  timezone: 'Europe/Rome',
  address: {
    country: 'IT',
    street: 'Via Città',
    housenumber: '12-14',
    city: 'Forlì',
    prov: 'FC',
    cap: '47121',
    lat: 44.2,
    long: 12.0,
  },
  owner: null,
})

/** Form data of an existing plant. */
export const plantChange = (name?: string): PlantChange => {
  const { owner: _, ...change } = plantDraft(name)
  return change
}
