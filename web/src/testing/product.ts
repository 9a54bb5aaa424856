import type { ActionOutput } from '../shared/api/actions.ts'

const parts = { family: 'PARTS', nodeTypes: [], unitTypes: [], functions: [], autonomyMin: [], parts: [] }

/** An emergency lamp with its battery, as in answers. */
export const sampleProduct: ActionOutput<'getProductInfo'> = {
  product: {
    ...parts,
    code: 'ST-24',
    family: 'STILE',
    name: 'Stile LED 24 W',
    kind: 'emergencyLamp',
    orderCode: 'VLX-ST-24',
    nodeTypes: ['emergency'],
    unitTypes: ['imagined'],
    drawing: 'bar',
    source: 'led',
    watts: 24,
    lumens: 1150,
    functions: ['maintained'],
    autonomyMin: [60, 90, 180],
    batteryCode: '415.009',
    battery: null,
    ip: 'IP42',
    protectionClass: 'II',
    dimensions: { width: 324, height: 116, depth: 48 },
    parts: [{ code: '415.009', everyYears: 4 }],
  },
  family: { id: 'STILE', name: 'Stile LED', kind: 'emergencyLamp' },
  parts: [
    {
      code: '415.009',
      everyYears: 4,
      product: {
        code: '415.009',
        name: 'NiCd 7.2 V 1.8 Ah',
        kind: 'battery',
        orderCode: '415.009',
        batteryCode: null,
        drawing: 'battery',
        dimensions: null,
      },
    },
  ],
}
