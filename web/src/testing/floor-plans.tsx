import { screen } from '@testing-library/react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { StageEvents, StageView } from '../features/floor-plans/canvas/stage-view.ts'
import { FloorPlansPage } from '../features/floor-plans/FloorPlansPage.tsx'
import { plantWith, renderInPlant, unitWith } from './plant.tsx'

/** Replaces the canvas, which jsdom lacks, by its drawing calls and its events. */
const stage: { events: unknown; shown: unknown; size: unknown } = {
  events: undefined,
  shown: undefined,
  size: undefined,
}
export const fakeStage = {
  PlanStage: class {
    constructor(_box: unknown, events: unknown) {
      stage.events = events
    }
    show(view: unknown) {
      stage.shown = view
    }
    spotAt = () => [0.5, 0.5]
    setPicture = () => undefined
    setSize = (size: unknown) => {
      stage.size = size
    }
    resize = () => undefined
    centre = () => undefined
    cancelDrag = () => false
    panBy = vi.fn()
    zoom = vi.fn()
    fit = vi.fn()
    destroy = () => undefined
  },
}
export const reportedEvents = (): StageEvents => stage.events as StageEvents
export const shown = (): StageView => stage.shown as StageView
export const marks = (): StageView['marks'] => shown()?.marks ?? []
export const stageSize = (): unknown => stage.size
export const canvas = (): HTMLElement => screen.getByRole('application')

/** Before each test: an empty device, and nothing drawn yet. */
export function useFakeStage(): void {
  localStorage.clear()
  stage.shown = undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  vi.stubGlobal('createImageBitmap', async () => ({}))
}

export const cu = 'imagined_0A1B2C'
export const planId = '00000000-0000-4000-8000-0000000000a1'
const link = { url: '/files/x', name: 'plan.webp', bytes: 3 }

export const drawingOf = (change: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  name: 'plan.svg',
  sentAt: '2026-03-02T09:00:00.000Z',
  state: 'ready',
  refusal: null,
  choices: null,
  looksEmpty: false,
  picture: { width: 1_000, height: 500, large: link, medium: link, small: link },
  ...change,
})
export const planOf = (change: object = {}) => ({
  id: planId,
  name: 'Ground floor',
  roomId: null,
  version: 1,
  placesVersion: 4,
  longSideM: null,
  reachM: null,
  lamps: 1,
  units: 0,
  editor: null,
  next: null,
  drawing: drawingOf(),
  ...change,
})
const lampOf = (n: number, condition = 'ok') => ({
  cu,
  id: n,
  serial: `A1B2C${n}`,
  condition,
  errors: [],
  description: `Door ${n}`,
  location: '',
  type: 'emergency',
})
export const atPlan = (addr: number, x: number, y: number) => ({ topic: cu, addr, x, y })

type Options = {
  plans?: object[]
  places?: object[]
  role?: 'installerStaff' | 'clientOwner' | undefined
  tier?: 'basic' | 'pro' | undefined
  /** Other units than the lamps' own. */
  units?: CentralUnit[]
  /** The element around the page. */
  within?: ComponentType<{ children: ReactNode }>
  /** Answers of the server by action. */
  answers?: Record<string, unknown>
}

/** The floor plan page of a plant with three lamps, the first with an error. */
export const openPlans = ({
  plans = [planOf()],
  places,
  role = 'installerStaff',
  tier = 'pro',
  units = [],
  answers = {},
  within: Within = Fragment,
}: Options = {}) =>
  renderInPlant(
    <Within>
      <FloorPlansPage />
    </Within>,
    plantWith({ plant: { role, tier }, units: [unitWith(), ...units] }),
    ({ action }) => {
      const customAnswer = answers[action]
      // A response can be read once, and an action may be called twice.
      if (action in answers) return customAnswer instanceof Response ? customAnswer.clone() : customAnswer
      if (action === 'getFloorPlans') return { plans }
      if (action === 'getLamps') return { lamps: [lampOf(1, 'error'), lampOf(2), lampOf(3)], total: 3, next: null }
      if (action === 'getFloorPlanLamps')
        return { plans: [{ plan_id: planId, version: 4, lamps: places ?? [atPlan(1, 0.25, 0.5)] }] }
      if (action === 'getFloorPlanRooms' || action === 'getRooms' || action === 'getRoomLamps') return { rooms: [] }
      return {}
    },
  )
