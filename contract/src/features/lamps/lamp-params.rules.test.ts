import { describe, expect, it } from 'vitest'
import { uvLampProductCode } from './lamp-detail.ts'
import {
  findUnsupportedParam,
  type LampWithParams,
  reportedParams,
  supportedParams,
  withoutUvLight,
} from './lamp-params.rules.ts'

const uv = ['uvOxyOnOff', 'uvOxyTimer', 'uvOxyFanSpeed']

describe.each<LampWithParams & { acceptedParams: string[]; reports: object }>([
  { product_code: uvLampProductCode, params: {}, acceptedParams: uv, reports: {} },
  { product_code: uvLampProductCode, params: { uvOxyTimer: 5 }, acceptedParams: uv, reports: { uvOxyTimer: 5 } },
  {
    product_code: uvLampProductCode,
    params: { opticom: 5 },
    acceptedParams: ['opticom', ...uv],
    reports: { opticom: 5 },
  },
  {
    product_code: 'ST-8',
    params: { uvOxyOnOff: true, uvOxyTimer: 5, uvOxyFanSpeed: 1 },
    acceptedParams: [],
    reports: {},
  },
  { product_code: 'ST-8', params: { uvOxyTimer: 5, opticom: 0 }, acceptedParams: ['opticom'], reports: { opticom: 0 } },
  {
    product_code: null,
    params: { uvOxyTimer: 5, infinity: false },
    acceptedParams: ['infinity'],
    reports: { infinity: false },
  },
  { product_code: '1300005a7', params: { uvOxyTimer: 5 }, acceptedParams: [], reports: {} },
])('lamp of product $product_code that reports $params', ({ acceptedParams, reports, ...lamp }) => {
  it(`supports ${acceptedParams.join(', ') || 'none'}`, () => {
    expect(supportedParams(lamp)).toEqual(acceptedParams)
    expect(reportedParams(lamp)).toEqual(reports)
  })
})

describe('lamp that supports only some values', () => {
  const lamp: LampWithParams = {
    product_code: 'ST-8',
    params: { function: 'maintained', autonomy: 1, opticom: 20 },
    allows: { function: ['maintained', 'nonMaintained'], autonomy: [1, 3] },
  }

  it.each([
    [{ function: 'nonMaintained', autonomy: 3, opticom: 100 }, undefined],
    [{ function: 'switchable' }, 'function'],
    [{ opticom: 50, autonomy: 1.5 }, 'autonomy'],
    [{ infinity: true }, 'infinity'],
  ] as const)('with %o refuses %s', (params, refusedParam) => {
    expect(findUnsupportedParam(lamp, params)).toBe(refusedParam)
  })
})

it('UV light is removed from unconfirmed parameters', () => {
  expect(withoutUvLight({ uvOxyOnOff: true, uvOxyTimer: 5 })).toEqual({ uvOxyTimer: 5 })
  expect(withoutUvLight({ uvOxyOnOff: false, uvOxyTimer: 5 })).toEqual({ uvOxyOnOff: false, uvOxyTimer: 5 })
})
