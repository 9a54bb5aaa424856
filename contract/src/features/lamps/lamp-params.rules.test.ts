import { describe, expect, it } from 'vitest'
import { uvLampProductCode } from './lamp-detail.ts'
import { type LampWithParams, paramsReportedBy, paramsTakenBy } from './lamp-params.rules.ts'

const uv = ['uvOxyOnOff', 'uvOxyTimer', 'uvOxyFanSpeed']

describe.each<LampWithParams & { takes: string[]; reports: object }>([
  { product_code: uvLampProductCode, params: {}, takes: uv, reports: {} },
  { product_code: uvLampProductCode, params: { uvOxyTimer: 5 }, takes: uv, reports: { uvOxyTimer: 5 } },
  { product_code: uvLampProductCode, params: { opticom: 5 }, takes: ['opticom', ...uv], reports: { opticom: 5 } },
  { product_code: 'ST-8', params: { uvOxyOnOff: true, uvOxyTimer: 5, uvOxyFanSpeed: 1 }, takes: [], reports: {} },
  { product_code: 'ST-8', params: { uvOxyTimer: 5, opticom: 0 }, takes: ['opticom'], reports: { opticom: 0 } },
  { product_code: null, params: { uvOxyTimer: 5, infinity: false }, takes: ['infinity'], reports: { infinity: false } },
  { product_code: '1300005a7', params: { uvOxyTimer: 5 }, takes: [], reports: {} },
])('a lamp of product $product_code that reports $params', ({ takes, reports, ...lamp }) => {
  it(`takes ${takes.join(', ') || 'none'}`, () => {
    expect(paramsTakenBy(lamp)).toEqual(takes)
    expect(paramsReportedBy(lamp)).toEqual(reports)
  })
})
