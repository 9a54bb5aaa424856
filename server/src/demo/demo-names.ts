import { unitId } from '@vigilux/device-plane/topics.ts'
import { demoBuildings } from './demo-buildings.ts'
import type { DemoUnit } from './estate-file.ts'

/** Texts of units and lamps, in the language of their plant. Every name is invented. */
export type Name = { description: string; location: string }

const name = (description: string, location: string): Name => ({ description, location })

const units: Readonly<Record<string, Name>> = {
  logica_0A1B01: name('Centrale piano terra', 'Locale quadri, piano terra'),
  logica_0A1B02: name('Centrale degenze', 'Cavedio est, piano 1'),
  sicuro_0D1A01: name('Soccorritore centrale', 'Locale batterie, piano terra'),
  logicafm_0F201: name('Zentrale Halle', 'Technikraum Tor 4'),
  logica_0A1B03: name('Zentrale Verwaltung', 'Büro, 1. OG'),
  cablecom_0C1A01: name('Zentrale Pförtner', 'Pförtnerhaus'),
  logicafm_0F202: name('Centrale albergo', 'Locale tecnico, interrato'),
  gateway_0E1A01: name('Gateway dependance', 'Dependance, corridoio'),
  logica_0A1B04: name('Centrala szkoły', 'Portiernia'),
  sicuro_0D1A02: name('Soccorritore sala', 'Locale batterie, sottopalco'),
  logica_0A1B05: name('Centrale camerini', 'Quadro galleria'),
  cablecom_0C1A02: name('Centrale entrepôt', 'Local électrique, quai 2'),
  sicuro_0D1A03: name('Central de emergencia', 'Cuarto de cuadros'),
  logica_0A1B06: name('Central da loja', 'Quadro elétrico, armazém'),
  cablecom_0C1A03: name('Centrale accueil', 'Local technique, rez-de-chaussée'),
  logica_0A1B07: name('Centrale étage', 'Gaine technique, 1er étage'),
  logica_0A1B08: name('Ústředna knihovny', 'Rozvodna, přízemí'),
  dali_1F1A01: name('Most DALI', 'Rozvodna, 1. patro'),
  logicafm_0F203: name('Sentral kontorhus', 'Tavlerom, 1. etasje'),
  logica_0A1B09: name('Main panel', 'Switch room, ground floor'),
  gateway_0E1A02: name('Gateway loft', 'Riser, third floor'),
  logicafm_0F204: name('Zentrale Bürohaus', 'Elektroraum, Tiefgarage'),
  cablecom_0C1A04: name('Centrale livello -1', 'Locale quadri'),
  cablecom_0C1A05: name('Centrale livello -2', 'Vano ascensore'),
}

/** Units on a drawn floor: the floor, and the place by its name in `demoBuildings`. */
const unitPlaces: Readonly<Record<string, readonly [floor: number, place: string]>> = {
  logica_0A1B01: [0, 'Deposito'],
  sicuro_0D1A01: [0, 'Deposito'],
  logica_0A1B02: [1, 'Deposito'],
  logicafm_0F201: [0, 'Ladestation'],
}

/** Position of a unit in its plant's building; null if none is defined. */
export const placeOfUnit = (plant: string, unit: string): { floor: number; place: number } | null => {
  const [floor = 0, name] = unitPlaces[unit] ?? []
  const place = demoBuildings[plant]?.places.findIndex(([one]) => one === name) ?? -1
  return place < 0 ? null : { floor, place }
}

export const nameOfUnit = ({ type, serial }: Pick<DemoUnit, 'type' | 'serial'>): Name =>
  units[unitId(type, serial)] ?? { description: '', location: '' }

/** Floor, place and number of the lamp at a position, from 1. */
export const placeOfLamp = (plant: string, addr: number): { floor: number; place: number; number: number } | null => {
  const building = demoBuildings[plant]
  if (!building) return null
  const { perFloor, floors, places } = building
  const at = addr - 1
  const onFloor = at % perFloor
  return {
    floor: Math.floor(at / perFloor) % floors.length,
    place: onFloor % places.length,
    number: Math.floor(onFloor / places.length) + 1,
  }
}

/** Texts of the lamp at a position, from 1; null if the plant is not one of the demo's. */
export const nameOfLamp = (plant: string, addr: number): Name | null => {
  const at = placeOfLamp(plant, addr)
  const building = demoBuildings[plant]
  if (!at || !building) return null
  const [place = ''] = building.places[at.place] ?? []
  return { description: `${place} ${at.number}`, location: building.floors[at.floor] ?? '' }
}
