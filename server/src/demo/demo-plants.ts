import type { PlantDraft } from '@vigilux/contract/features/plants/plant.ts'

/** Plants of the demo, by the key under which the simulated estate names them. Every name is invented. */
export const demoPlants: Readonly<Record<string, { draft: PlantDraft; pro: boolean }>> = {
  hospital: {
    pro: true,
    draft: {
      plantname: 'Ospedale San Camillo – Padiglione B',
      plant_type: 'pro',
      timezone: 'Europe/Rome',
      address: {
        country: 'IT',
        street: 'Via Sant’Ambrogio',
        housenumber: '12',
        city: 'Treviso',
        prov: 'TV',
        cap: '31100',
        lat: 45.6669,
        long: 12.243,
      },
      owner: { name: 'Azienda Sanitaria Demo', email: 'owner@demo.vigilux.test', phone: '', piva: '' },
    },
  },
  logistics: {
    pro: true,
    draft: {
      plantname: 'Lagerhalle Nord',
      plant_type: 'pro',
      timezone: 'Europe/Vienna',
      address: {
        country: 'AT',
        street: 'Triester Straße',
        housenumber: '318',
        city: 'Graz',
        prov: '',
        cap: '8055',
        lat: 47.0223,
        long: 15.4311,
      },
      owner: { name: 'Demo Logistik GmbH', email: 'owner@demo.vigilux.test', phone: '', piva: '' },
    },
  },
  hotel: {
    pro: true,
    draft: {
      plantname: 'Hotel Bellavista',
      plant_type: 'pro',
      timezone: 'Europe/Rome',
      address: {
        country: 'IT',
        street: 'Corso Libertà',
        housenumber: '41',
        city: 'Merano',
        prov: 'BZ',
        cap: '39012',
        lat: 46.6713,
        long: 11.1594,
      },
      owner: { name: 'Bellavista Demo Srl', email: 'owner@demo.vigilux.test', phone: '', piva: '' },
    },
  },
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
}
