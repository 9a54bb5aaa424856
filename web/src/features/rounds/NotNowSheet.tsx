import { Button } from '@mantine/core'
import type { RoundItem } from '@vigilux/contract/features/rounds/round.ts'
import { notNowReasons } from '@vigilux/contract/features/rounds/work.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'

/** Why a fault cannot be seen to now: one press is all. */
export function NotNowSheet({ item, onClose }: { item: RoundItem; onClose: () => void }) {
  const { t } = useTranslation('rounds')
  const { plantId } = useOpenPlant()
  const postpone = useActionMutation('postponeRoundItem', { refresh: ['getRound', 'getRounds'], onSuccess: onClose })
  return (
    <Dialog opened title={t('notNowTitle')} onClose={onClose}>
      <div className="vx-round-choices">
        <p>{t('notNowText')}</p>
        <FormFailure error={postpone.error} />
        {notNowReasons.map((reason) => (
          <Button
            key={reason}
            variant="default"
            loading={postpone.isPending && postpone.variables.reason === reason}
            onClick={() => postpone.mutate({ plantId, itemId: item.id, reason })}
          >
            {t(`because.${reason}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
