import { isSerialLabel } from '@vigilux/contract/features/configuration/serial-label.rules.ts'
import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'

/** Possible meanings of a file's column. */
export const importFields = ['serial', 'unit', 'number', 'description', 'location'] as const
export type ImportField = (typeof importFields)[number]

/** Header names in the nine languages, from our own exports and common lists; without accents, dots and case. */
const columnNames: Readonly<Record<ImportField, readonly string[]>> = {
  // Besides the labels on lamps.
  serial: ['s n'],
  unit: [
    'unit',
    'central unit',
    'centrale',
    'zentrale',
    'central',
    'jednotka',
    'ridici jednotka',
    'sentral',
    'jednostka',
    'jednostka sterujaca',
    'cu',
    'topic',
  ],
  number: [
    'no',
    'nr',
    'n',
    'number',
    'lamp',
    'lamp number',
    'address',
    'addr',
    'numero',
    'indirizzo',
    'nummer',
    'leuchte',
    'adresse',
    'direccion',
    'c',
    'cislo',
    'adresa',
    'numer',
    'adres',
    'endereco',
    'posizione',
    'position',
  ],
  description: [
    'description',
    'name',
    'descrizione',
    'nome',
    'beschreibung',
    'bezeichnung',
    'descripcion',
    'nombre',
    'nom',
    'popis',
    'nazev',
    'beskrivelse',
    'navn',
    'opis',
    'nazwa',
    'descricao',
    'designation',
    'libelle',
    'denominazione',
    'denominacion',
    'oznaczenie',
    'oznaceni',
    'betegnelse',
    'designacao',
  ],
  location: [
    'place',
    'location',
    'room',
    'luogo',
    'ubicazione',
    'posto',
    'ort',
    'raum',
    'standort',
    'lugar',
    'ubicacion',
    'emplacement',
    'lieu',
    'misto',
    'umisteni',
    'sted',
    'plassering',
    'miejsce',
    'lokalizacja',
    'local',
    'localizacao',
    'einbauort',
    'montageort',
    'pomieszczenie',
    'mistnost',
    'poloha',
    'localisation',
    'localizacion',
  ],
}

/** Remarks in brackets, such as a unit or an example, do not count. */
const normalizeHeader = (text: string): string =>
  normalizeSearchText(text)
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const findField = (header: string): ImportField | undefined => {
  const name = normalizeHeader(header)
  return importFields.find((field) => columnNames[field].includes(name)) ?? (isSerialLabel(name) ? 'serial' : undefined)
}

/** Column index by field, from 0; a field without a header is missing. */
export type ColumnMap = { readonly [Field in ImportField]?: number }

/** Titles and remarks may precede the header row. */
const maxTitleRows = 30

/** Index of the header row: the one near the top with the most known names; undefined when there is none. */
export function findHeaderRow(rows: readonly { cells: readonly string[] }[]): number | undefined {
  const columnCounts = rows.slice(0, maxTitleRows).map(({ cells }) => Object.keys(recognizeColumns(cells)).length)
  const maxColumns = Math.max(0, ...columnCounts)
  return maxColumns === 0 ? undefined : columnCounts.indexOf(maxColumns)
}

/** The fields named in a header; of two columns with one meaning the first counts. */
export function recognizeColumns(headers: readonly string[]): ColumnMap {
  const found: { [Field in ImportField]?: number } = {}
  for (const [at, header] of headers.entries()) {
    const field = findField(header)
    if (field) found[field] ??= at
  }
  return found
}
