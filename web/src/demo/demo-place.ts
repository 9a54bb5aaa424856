import { useRouterState } from '@tanstack/react-router'
import { useSearchParams } from '../shared/search-params.ts'

/** The open plant, with the unit and the lamp on the page, if any. */
export type DemoPlace = { plantId: string; topic?: string; lamp?: { topic: string; addr: number } }

/** `logica_0A1B2C.31`: the open lamp in the address. */
const lampOf = (key: string | undefined): DemoPlace['lamp'] => {
  const [topic, addr] = key?.split('.') ?? []
  return topic && Number(addr) > 0 ? { topic, addr: Number(addr) } : undefined
}

/** The part of the building on the page; undefined outside of a plant. */
export function useDemoPlace(): DemoPlace | undefined {
  const [search] = useSearchParams()
  const params = useRouterState({
    select: (state) => (state.matches.at(-1)?.params ?? {}) as Record<string, string | undefined>,
  })
  if (!params.plantId) return undefined
  const lamp = lampOf(search.lamp)
  const topic = params.unit ?? lamp?.topic ?? search.unit
  return { plantId: params.plantId, ...(topic && { topic }), ...(lamp && { lamp }) }
}
