import { unitId } from '@vigilux/device-plane/topics.ts'
import type { DemoUnit } from './estate-file.ts'

/** What people on site wrote on units and lamps, in the language of their plant. Every name is invented. */
export type Name = { description: string; location: string }

const units: Readonly<Record<string, Name>> = {
  logica_0A1B01: { description: 'Centrale piano terra', location: 'Locale quadri, piano terra' },
  logica_0A1B02: { description: 'Centrale degenze', location: 'Cavedio est, piano 2' },
  logicafm_0F201: { description: 'Zentrale Halle', location: 'Technikraum Tor 4' },
  logica_0A1B03: { description: 'Zentrale Verwaltung', location: 'Büro, 1. OG' },
  logica_0A1B04: { description: 'Centrala szkoły', location: 'Portiernia' },
  sicuro_0D1A01: { description: 'Soccorritore centrale', location: 'Locale batterie, interrato' },
  cablecom_0C1A01: { description: 'Zentrale Pförtner', location: 'Pförtnerhaus' },
  gateway_0E1A01: { description: 'Gateway dependance', location: 'Dependance, corridoio' },
  logicafm_0F202: { description: 'Centrale albergo', location: 'Locale tecnico, interrato' },
}

/** Lamps go round the places, and up one floor after each `perFloor`. */
type Building = { perFloor: number; floors: readonly string[]; places: readonly string[] }

const buildings: Readonly<Record<string, Building>> = {
  hospital: {
    perFloor: 24,
    floors: ['Piano terra', 'Piano 1', 'Piano 2', 'Piano 3', 'Piano 4', 'Interrato'],
    places: [
      'Corridoio A',
      'Uscita di sicurezza',
      'Scala 1',
      'Sala d’attesa',
      'Corridoio B',
      'Ambulatorio',
      'Radiologia',
      'Scala 2',
      'Deposito',
      'Degenza',
    ],
  },
  logistics: {
    perFloor: 124,
    floors: ['Halle 1', 'Halle 2', 'Halle 3', 'Halle 4', 'Hochregal', 'Kühllager', 'Verladung', 'Verwaltung'],
    places: ['Gang', 'Notausgang', 'Tor', 'Rampe', 'Packplatz', 'Treppenhaus', 'Brandabschnitt', 'Ladestation'],
  },
  hotel: {
    perFloor: 20,
    floors: ['Piano terra', 'Piano 1', 'Piano 2', 'Piano 3', 'Sottotetto'],
    places: ['Corridoio', 'Scala principale', 'Uscita di sicurezza', 'Camera', 'Ascensore', 'Sala colazioni', 'Cucina'],
  },
  school: {
    perFloor: 10,
    floors: ['Parter', 'Piętro 1'],
    places: [
      'Korytarz',
      'Klatka schodowa',
      'Sala lekcyjna',
      'Wyjście ewakuacyjne',
      'Sala gimnastyczna',
      'Stołówka',
      'Szatnia',
    ],
  },
}

export const nameOfUnit = ({ type, serial }: DemoUnit): Name =>
  units[unitId(type, serial)] ?? { description: '', location: '' }

/** What a lamp at this position, from 1, is called; null where the plant is none of the demo's. */
export const nameOfLamp = (plant: string, addr: number): Name | null => {
  const building = buildings[plant]
  if (!building) return null
  const { perFloor, floors, places } = building
  const at = addr - 1
  const floor = floors[Math.floor(at / perFloor) % floors.length] ?? ''
  const onFloor = at % perFloor
  const place = places[onFloor % places.length] ?? ''
  return { description: `${place} ${Math.floor(onFloor / places.length) + 1}`, location: floor }
}
