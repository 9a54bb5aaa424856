import { useQuery } from '@tanstack/react-query'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { call } from '../../shared/api/call.ts'
import { fetchFile } from '../../shared/api/download.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'

/** The picture of a plan, in the size that suits the screen. Links work for a minute, so each fetch asks for a new one. */
export function usePlanPicture(plan: FloorPlan) {
  const { plantId } = useOpenPlant()
  const size = usePhone() ? 'medium' : 'large'
  const { id, picture } = plan.drawing
  return useQuery({
    queryKey: ['planPicture', id, size],
    enabled: picture !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { plans } = await call('getFloorPlans', { plantId }, signal)
      const now = plans.find((one) => one.drawing.id === id)?.drawing.picture
      if (!now) throw new Error('the drawing is another meanwhile')
      const bitmap = await createImageBitmap(await fetchFile(now[size]))
      return { bitmap, width: now.width, height: now.height }
    },
  })
}
