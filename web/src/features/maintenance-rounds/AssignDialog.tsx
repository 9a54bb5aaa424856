import { Select } from '@mantine/core'
import type { Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './maintenance-rounds.module.css'
import { useAssignableMembers } from './use-assignable-members.ts'

/** Assigns a round to a person. */
export function AssignDialog({ round, onClose }: { round: Round; onClose: () => void }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const people = useAssignableMembers()
  const [assignee, setAssignee] = useState(round.assignee?.userid ?? '')
  const assign = useActionMutation('assignRound', { refresh: ['getRound', 'getRounds'], onSuccess: onClose })
  return (
    <FormDialog title={t('who.assign')} unsaved={false} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.roundForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (!assign.isPending) assign.mutate({ plantId, roundId: round.id, assignee: assignee || null })
          }}
        >
          <Select
            label={t('plan.who')}
            allowDeselect={false}
            value={assignee}
            data={[{ value: '', label: t('plan.nobody') }, ...people]}
            onChange={(value) => setAssignee(value ?? '')}
          />
          <FormFailure error={assign.error} />
          <DialogFoot onCancel={cancel} saving={assign.isPending}>
            {t('who.assign')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
