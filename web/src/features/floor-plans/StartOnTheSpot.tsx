import { IconBulb } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'

type StartProps = { plan: FloorPlan; unplaced: number; blockedReason: string | undefined }

/** Starts placing lamps on the spot, or joins a walk already begun. */
export function StartOnTheSpot({ plan, unplaced, blockedReason }: StartProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const walks = useAnswer('getWalks', { plantId }).walks
  const open = walks.find(({ plan_id, ended_at }) => plan_id === plan.id && ended_at === null)
  const start = useActionMutation('startWalk', {
    refresh: ['getWalks'],
    onSuccess: ({ walk }) =>
      setSearch({ plan: plan.id, walk: walk.id, lamp: undefined, unit: undefined }, { push: true }),
  })
  const startBlockedReason = blockedReason ?? (unplaced === 0 && !open ? t('allPlaced') : undefined)
  return (
    <ReasonButton
      size="xs"
      variant="default"
      blockedReason={startBlockedReason}
      loading={start.isPending}
      leftSection={<IconBulb size={16} aria-hidden />}
      onClick={() => start.mutate({ plantId, of: { planId: plan.id } }, { onError: toastFailure })}
    >
      {t(open ? 'spot.goOn' : 'spot.start')}
    </ReasonButton>
  )
}
