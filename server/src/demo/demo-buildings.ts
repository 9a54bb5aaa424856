import type { RoomDraft } from '@vigilux/contract/features/rooms/room.ts'

type Place = readonly [name: string, kind: NonNullable<RoomDraft['kind']>]
/** A building of the demo. Lamps are distributed over its places, and continue one floor up after each `perFloor`. */
export type Building = {
  name: string
  perFloor: number
  floors: readonly string[]
  places: readonly Place[]
  /** Names of its groups 1, 2, … */
  groups: readonly string[]
}

const italianFloors = ['Piano terra', 'Piano 1', 'Piano 2', 'Piano 3', 'Piano 4', 'Interrato']
const italianGroups = ['Vie di fuga', 'Scale', 'Sale', 'Locali tecnici']

/** Buildings by the key of their plant, in the local language. */
export const demoBuildings: Readonly<Record<string, Building>> = {
  hospital: {
    name: 'Padiglione B',
    perFloor: 24,
    floors: italianFloors,
    places: [
      ['Corridoio A', 'escapeRoute'],
      ['Uscita di sicurezza', 'escapeRoute'],
      ['Scala 1', 'staircase'],
      ['Sala d’attesa', 'openArea'],
      ['Corridoio B', 'escapeRoute'],
      ['Ambulatorio', 'highRiskTaskArea'],
      ['Radiologia', 'highRiskTaskArea'],
      ['Scala 2', 'staircase'],
      ['Deposito', 'storage'],
      ['Degenza', 'standbyArea'],
    ],
    groups: italianGroups,
  },
  logistics: {
    name: 'Lagerhalle Nord',
    perFloor: 124,
    floors: ['Halle 1', 'Halle 2', 'Halle 3', 'Halle 4', 'Hochregal', 'Kühllager', 'Verladung', 'Verwaltung'],
    places: [
      ['Gang', 'escapeRoute'],
      ['Notausgang', 'escapeRoute'],
      ['Tor', 'openArea'],
      ['Rampe', 'openArea'],
      ['Packplatz', 'workplace'],
      ['Treppenhaus', 'staircase'],
      ['Brandabschnitt', 'storage'],
      ['Ladestation', 'technical'],
    ],
    groups: ['Rettungswege', 'Tore und Rampen', 'Regalgänge', 'Technik'],
  },
  hotel: {
    name: 'Casa principale',
    perFloor: 20,
    floors: ['Piano terra', 'Piano 1', 'Piano 2', 'Piano 3', 'Sottotetto'],
    places: [
      ['Corridoio', 'escapeRoute'],
      ['Scala principale', 'staircase'],
      ['Uscita di sicurezza', 'escapeRoute'],
      ['Camera', 'other'],
      ['Ascensore', 'technical'],
      ['Sala colazioni', 'openArea'],
      ['Cucina', 'workplace'],
    ],
    groups: italianGroups,
  },
  school: {
    name: 'Budynek główny',
    perFloor: 10,
    floors: ['Parter', 'Piętro 1'],
    places: [
      ['Korytarz', 'escapeRoute'],
      ['Klatka schodowa', 'staircase'],
      ['Sala lekcyjna', 'openArea'],
      ['Wyjście ewakuacyjne', 'escapeRoute'],
      ['Sala gimnastyczna', 'openArea'],
      ['Stołówka', 'openArea'],
      ['Szatnia', 'storage'],
    ],
    groups: ['Drogi ewakuacyjne', 'Klatki schodowe', 'Sale'],
  },
  theatre: {
    name: 'Teatro',
    perFloor: 28,
    floors: ['Platea', 'Galleria', 'Palcoscenico'],
    places: [
      ['Foyer', 'openArea'],
      ['Uscita di sicurezza', 'escapeRoute'],
      ['Corridoio palchi', 'escapeRoute'],
      ['Scala', 'staircase'],
      ['Camerini', 'other'],
      ['Deposito scene', 'storage'],
      ['Sala regia', 'workplace'],
    ],
    groups: italianGroups,
  },
  depot: {
    name: 'Entrepôt',
    perFloor: 14,
    floors: ['Rez-de-chaussée', 'Mezzanine'],
    places: [
      ['Allée', 'escapeRoute'],
      ['Issue de secours', 'escapeRoute'],
      ['Quai', 'openArea'],
      ['Local de charge', 'technical'],
      ['Bureau', 'workplace'],
    ],
    groups: ['Évacuation', 'Quais', 'Bureaux'],
  },
  sevilla: {
    name: 'Tienda',
    perFloor: 36,
    floors: ['Planta baja', 'Sótano'],
    places: [
      ['Sala de ventas', 'openArea'],
      ['Salida de emergencia', 'escapeRoute'],
      ['Cajas', 'openArea'],
      ['Almacén', 'storage'],
      ['Cámara frigorífica', 'workplace'],
      ['Escalera', 'staircase'],
    ],
    groups: ['Evacuación', 'Sala de ventas', 'Almacén'],
  },
  porto: {
    name: 'Loja',
    perFloor: 22,
    floors: ['Rés-do-chão', 'Cave'],
    places: [
      ['Área de vendas', 'openArea'],
      ['Saída de emergência', 'escapeRoute'],
      ['Caixas', 'openArea'],
      ['Armazém', 'storage'],
      ['Escada', 'staircase'],
    ],
    groups: ['Evacuação', 'Área de vendas', 'Armazém'],
  },
  townHall: {
    name: 'Annexe',
    perFloor: 15,
    floors: ['Rez-de-chaussée', '1er étage'],
    places: [
      ['Hall d’accueil', 'openArea'],
      ['Couloir', 'escapeRoute'],
      ['Issue de secours', 'escapeRoute'],
      ['Escalier', 'staircase'],
      ['Salle des mariages', 'openArea'],
      ['Archives', 'storage'],
    ],
    groups: ['Évacuation', 'Escaliers', 'Salles'],
  },
  library: {
    name: 'Knihovna',
    perFloor: 18,
    floors: ['Přízemí', '1. patro'],
    places: [
      ['Chodba', 'escapeRoute'],
      ['Únikový východ', 'escapeRoute'],
      ['Čítárna', 'openArea'],
      ['Schodiště', 'staircase'],
      ['Sklad knih', 'storage'],
    ],
    groups: ['Únikové cesty', 'Schodiště', 'Čítárny'],
  },
  offices: {
    name: 'Kontorhuset',
    perFloor: 16,
    floors: ['1. etasje', '2. etasje', '3. etasje', '4. etasje'],
    places: [
      ['Korridor', 'escapeRoute'],
      ['Nødutgang', 'escapeRoute'],
      ['Trapperom', 'staircase'],
      ['Kontorlandskap', 'workplace'],
      ['Teknisk rom', 'technical'],
    ],
    groups: ['Rømningsveier', 'Trapperom', 'Kontorer'],
  },
  mill: {
    name: 'Canal Mill',
    perFloor: 15,
    floors: ['Ground floor', 'First floor', 'Second floor', 'Third floor'],
    places: [
      ['Corridor', 'escapeRoute'],
      ['Fire exit', 'escapeRoute'],
      ['Stair core', 'staircase'],
      ['Open-plan office', 'workplace'],
      ['Plant room', 'technical'],
      ['Toilets', 'sanitary'],
    ],
    groups: ['Escape routes', 'Stairs', 'Offices'],
  },
  tower: {
    name: 'Bürohaus',
    perFloor: 22,
    floors: ['Erdgeschoss', '1. Obergeschoss', '2. Obergeschoss', '3. Obergeschoss', 'Tiefgarage'],
    places: [
      ['Flur', 'escapeRoute'],
      ['Notausgang', 'escapeRoute'],
      ['Treppenhaus', 'staircase'],
      ['Großraumbüro', 'workplace'],
      ['Besprechung', 'openArea'],
      ['Technikraum', 'technical'],
    ],
    groups: ['Rettungswege', 'Treppenhäuser', 'Büros'],
  },
  carPark: {
    name: 'Autorimessa',
    perFloor: 16,
    floors: ['Livello -1', 'Livello -2'],
    places: [
      ['Corsia', 'openArea'],
      ['Uscita di sicurezza', 'escapeRoute'],
      ['Scala', 'staircase'],
      ['Rampa', 'escapeRoute'],
      ['Cassa', 'workplace'],
    ],
    groups: ['Vie di fuga', 'Scale', 'Corsie'],
  },
}
