import type { PlantDraft } from '@vigilux/contract/features/plants/plant.ts'

export type DemoPlant = {
  draft: PlantDraft
  pro: boolean
  /** Its Pro has expired. */
  isExpired?: boolean
  /** The office's tag of its chain. */
  chain?: string
}

type Address = PlantDraft['address']
/** An owner company, whose mail goes to the demo's owner. */
const ownerNamed = (name: string): PlantDraft['owner'] => ({
  name,
  email: 'owner@demo.vigilux.test',
  phone: '',
  piva: '',
})

const plant = (
  [plantname, timezone]: [name: string, timezone: string],
  owner: string | null,
  address: Omit<Address, 'prov'> & { prov?: string },
): DemoPlant => ({
  pro: true,
  draft: {
    plantname,
    plant_type: 'pro',
    timezone,
    address: { prov: '', ...address },
    owner: owner === null ? null : ownerNamed(owner),
  },
})

/** Both markets belong to one customer, tagged as a chain. */
const market = (...plantArguments: Parameters<typeof plant>): DemoPlant => ({
  ...plant(...plantArguments),
  chain: 'Mercado Solana',
})
const solana = 'Mercados Solana Demo SL'

/** Plants of the demo, by their key in the simulated estate. Every name is invented. */
export const demoPlants: Readonly<Record<string, DemoPlant>> = {
  hospital: plant(['Ospedale San Camillo – Padiglione B', 'Europe/Rome'], 'Azienda Sanitaria Demo', {
    country: 'IT',
    street: 'Via Sant’Ambrogio',
    housenumber: '12',
    city: 'Treviso',
    prov: 'TV',
    cap: '31100',
    lat: 45.6669,
    long: 12.243,
  }),
  logistics: plant(['Lagerhalle Nord', 'Europe/Vienna'], 'Demo Logistik GmbH', {
    country: 'AT',
    street: 'Triester Straße',
    housenumber: '318',
    city: 'Graz',
    cap: '8055',
    lat: 47.0223,
    long: 15.4311,
  }),
  hotel: plant(['Hotel Bellavista', 'Europe/Rome'], 'Bellavista Demo Srl', {
    country: 'IT',
    street: 'Corso Libertà',
    housenumber: '41',
    city: 'Merano',
    prov: 'BZ',
    cap: '39012',
    lat: 46.6713,
    long: 11.1594,
  }),
  school: {
    pro: false,
    draft: {
      plantname: 'Szkoła Podstawowa nr 4',
      plant_type: 'basic',
      timezone: 'Europe/Warsaw',
      address: {
        country: 'PL',
        street: 'ul. Stalowa',
        housenumber: '17',
        city: 'Wrocław',
        prov: '',
        cap: '53-425',
        lat: 51.0963,
        long: 17.0176,
      },
      owner: null,
    },
  },
  theatre: plant(['Teatro della Fontana', 'Europe/Rome'], 'Fondazione Fontana Demo', {
    country: 'IT',
    street: 'Corso Martiri della Libertà',
    housenumber: '5',
    city: 'Ferrara',
    prov: 'FE',
    cap: '44121',
    lat: 44.8371,
    long: 11.6197,
  }),
  depot: plant(['Entrepôt Rhône-Sud', 'Europe/Paris'], 'Transports Vernay Démo SAS', {
    country: 'FR',
    street: 'Avenue de Lautagne',
    housenumber: '60',
    city: 'Valence',
    cap: '26000',
    lat: 44.9038,
    long: 4.8921,
  }),
  sevilla: market(['Mercado Solana Sevilla', 'Europe/Madrid'], solana, {
    country: 'ES',
    street: 'Calle Arroyo',
    housenumber: '33',
    city: 'Sevilla',
    cap: '41008',
    lat: 37.3984,
    long: -5.9744,
  }),
  porto: market(['Mercado Solana Porto', 'Europe/Lisbon'], solana, {
    country: 'PT',
    street: 'Rua da Constituição',
    housenumber: '210',
    city: 'Porto',
    cap: '4200-192',
    lat: 41.1648,
    long: -8.6087,
  }),
  townHall: {
    ...plant(['Mairie annexe des Tilleuls', 'Europe/Paris'], 'Commune des Tilleuls Démo', {
      country: 'FR',
      street: 'Rue de la Préfecture',
      housenumber: '8',
      city: 'Annecy',
      cap: '74000',
      lat: 45.9024,
      long: 6.1262,
    }),
    isExpired: true,
  },
  library: plant(['Knihovna U Dvou lip', 'Europe/Prague'], 'Městská knihovna Demo', {
    country: 'CZ',
    street: 'Lidická',
    housenumber: '26',
    city: 'Brno',
    cap: '602 00',
    lat: 49.1997,
    long: 16.6068,
  }),
  offices: plant(['Kontorhuset Fjordgata', 'Europe/Oslo'], 'Fjordgata Eiendom Demo AS', {
    country: 'NO',
    street: 'Fjordgata',
    housenumber: '46',
    city: 'Trondheim',
    cap: '7010',
    lat: 63.4342,
    long: 10.4016,
  }),
  mill: plant(['Canal Mill Offices', 'Europe/London'], 'Canal Mill Demo Ltd', {
    country: 'GB',
    street: 'Ducie Street',
    housenumber: '19',
    city: 'Manchester',
    cap: 'M1 2JL',
    lat: 53.4796,
    long: -2.2287,
  }),
  tower: plant(['Bürohaus am Stadtgraben', 'Europe/Berlin'], 'Stadtgraben Demo GmbH & Co. KG', {
    country: 'DE',
    street: 'Frauentorgraben',
    housenumber: '61',
    city: 'Nürnberg',
    cap: '90443',
    lat: 49.4477,
    long: 11.0714,
  }),
  carPark: plant(['Parcheggio Garibaldi', 'Europe/Rome'], 'Parcheggi Garibaldi Demo SpA', {
    country: 'IT',
    street: 'Via Quadrio',
    housenumber: '20',
    city: 'Milano',
    prov: 'MI',
    cap: '20154',
    lat: 45.4847,
    long: 9.1832,
  }),
}

/** Plants of any estate; an estate must name the others. */
export const corePlants: readonly string[] = ['hospital', 'logistics', 'hotel', 'school']
