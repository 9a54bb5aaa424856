import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { demoPlants } from './demo-plants.ts'

/** Texts of people in a plant's logbook. */
export type Remarks = Readonly<
  Record<'asBuilt' | 'tester' | 'service' | 'remedy', string> & {
    /** A technician's finding for a lamp after a failed test. */
    defects: Readonly<Partial<Record<TestReason, string>>>
  }
>

const english: Remarks = {
  asBuilt: 'As built',
  tester: 'Tests by the central units, EN 62034 type PERC',
  service: 'Terminals retightened, lenses cleaned, charging voltage measured',
  remedy: 'Part replaced, lamp in order',
  defects: {
    lamp_failure: 'Lamp stays dark on battery',
    battery_failure: 'Battery does not take a charge',
    battery_duration: 'Battery is flat before the rated time is over',
    circuit_failure: 'No current at the lamp, connector loose',
  },
}
const german: Remarks = {
  asBuilt: 'Wie gebaut',
  tester: 'Prüfung durch die Zentralen, EN 62034 Typ PERC',
  service: 'Klemmen nachgezogen, Abdeckungen gereinigt, Ladespannung gemessen',
  remedy: 'Teil ersetzt, Leuchte in Ordnung',
  defects: {
    lamp_failure: 'Leuchte bleibt im Batteriebetrieb dunkel',
    battery_failure: 'Batterie nimmt keine Ladung an',
    battery_duration: 'Batterie ist vor Ablauf der Bemessungsbetriebsdauer leer',
    circuit_failure: 'Kein Strom an der Leuchte, Stecker lose',
  },
}
const italian: Remarks = {
  asBuilt: 'Come costruito',
  tester: 'Test eseguiti dalle centrali, EN 62034 tipo PERC',
  service: 'Morsetti serrati, schermi puliti, tensione di carica misurata',
  remedy: 'Componente sostituito, apparecchio in ordine',
  defects: {
    lamp_failure: 'L’apparecchio resta spento in batteria',
    battery_failure: 'La batteria non si carica',
    battery_duration: 'La batteria si scarica prima dell’autonomia nominale',
    circuit_failure: 'Manca corrente all’apparecchio, connettore allentato',
  },
}
const french: Remarks = {
  asBuilt: 'Tel que construit',
  tester: 'Tests effectués par les centrales, EN 62034 type PERC',
  service: 'Bornes resserrées, vasques nettoyées, tension de charge mesurée',
  remedy: 'Pièce remplacée, luminaire en ordre',
  defects: {
    lamp_failure: 'Le luminaire reste éteint sur batterie',
    battery_failure: 'La batterie ne se charge pas',
    battery_duration: 'La batterie est vide avant l’autonomie assignée',
    circuit_failure: 'Pas de courant au luminaire, connecteur desserré',
  },
}
const spanish: Remarks = {
  asBuilt: 'Conforme a obra',
  tester: 'Pruebas a cargo de las centrales, EN 62034 tipo PERC',
  service: 'Bornes reapretados, difusores limpios, tensión de carga medida',
  remedy: 'Pieza sustituida, luminaria en orden',
  defects: {
    lamp_failure: 'La luminaria queda apagada con batería',
    battery_failure: 'La batería no admite carga',
    battery_duration: 'La batería se agota antes de la autonomía nominal',
    circuit_failure: 'No llega corriente a la luminaria, conector flojo',
  },
}
const portuguese: Remarks = {
  asBuilt: 'Conforme construído',
  tester: 'Testes feitos pelas centrais, EN 62034 tipo PERC',
  service: 'Bornes reapertados, difusores limpos, tensão de carga medida',
  remedy: 'Peça substituída, luminária em ordem',
  defects: {
    lamp_failure: 'A luminária fica apagada com bateria',
    battery_failure: 'A bateria não carrega',
    battery_duration: 'A bateria esgota-se antes da autonomia nominal',
    circuit_failure: 'Sem corrente na luminária, conector solto',
  },
}
const czech: Remarks = {
  asBuilt: 'Skutečné provedení',
  tester: 'Zkoušky provádějí ústředny, EN 62034 typ PERC',
  service: 'Svorky dotaženy, kryty vyčištěny, nabíjecí napětí změřeno',
  remedy: 'Díl vyměněn, svítidlo v pořádku',
  defects: {
    lamp_failure: 'Svítidlo při napájení z baterie nesvítí',
    battery_failure: 'Baterie se nenabíjí',
    battery_duration: 'Baterie se vybije před koncem jmenovité doby',
    circuit_failure: 'Do svítidla nejde proud, uvolněný konektor',
  },
}
const norwegian: Remarks = {
  asBuilt: 'Som bygget',
  tester: 'Tester utføres av sentralene, EN 62034 type PERC',
  service: 'Klemmer ettertrukket, skjermer rengjort, ladespenning målt',
  remedy: 'Del byttet, armaturen er i orden',
  defects: {
    lamp_failure: 'Armaturen forblir mørk på batteri',
    battery_failure: 'Batteriet tar ikke lading',
    battery_duration: 'Batteriet er tomt før den merkede tiden er ute',
    circuit_failure: 'Ingen strøm til armaturen, løs kontakt',
  },
}
const polish: Remarks = {
  asBuilt: 'Dokumentacja powykonawcza',
  tester: 'Testy wykonują jednostki sterujące, EN 62034 typ PERC',
  service: 'Zaciski dokręcone, klosze oczyszczone, napięcie ładowania zmierzone',
  remedy: 'Część wymieniona, oprawa sprawna',
  defects: {
    lamp_failure: 'Oprawa nie świeci przy zasilaniu z akumulatora',
    battery_failure: 'Akumulator nie przyjmuje ładunku',
    battery_duration: 'Akumulator rozładowuje się przed upływem czasu znamionowego',
    circuit_failure: 'Brak prądu w oprawie, luźne złącze',
  },
}

const byCountry: Readonly<Record<string, Remarks>> = {
  IT: italian,
  DE: german,
  AT: german,
  FR: french,
  ES: spanish,
  PT: portuguese,
  CZ: czech,
  NO: norwegian,
  PL: polish,
}

/** The remarks in the plant's local language. */
export const remarksOf = (plant: string): Remarks =>
  byCountry[demoPlants[plant]?.draft.address.country ?? ''] ?? english
