import { useQuery } from '@tanstack/react-query'
import type { Drawing } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { call } from '../../shared/api/call.ts'
import { fetchFile } from '../../shared/api/download.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** The picture of a plan's drawing in a fitting size. Links last a minute, so each fetch requests one. */
export function useDrawingPicture({ id, picture }: Drawing, planId: string) {
  const { plantId } = useCurrentPlant()
  const size = usePhone() ? 'medium' : 'large'
  return useQuery({
    queryKey: ['planPicture', id, size],
    enabled: picture !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { plans } = await call('getFloorPlans', { plantId }, { signal })
      const plan = plans.find((one) => one.id === planId)
      const now = [plan?.drawing, plan?.next].find((one) => one?.id === id)?.picture
      if (!now) throw new Error('the drawing is another meanwhile')
      const bitmap = await createImageBitmap(await fetchFile(now[size]))
      return { bitmap, width: now.width, height: now.height }
    },
  })
}

/** Input of a canvas: the size of the drawing is known before its picture has come, so nothing jumps. */
export const canvasPicture = ({ picture }: Drawing, query: ReturnType<typeof useDrawingPicture>) => ({
  picture: query.data,
  size: picture,
  isWaiting: picture !== null && query.isPending,
})
