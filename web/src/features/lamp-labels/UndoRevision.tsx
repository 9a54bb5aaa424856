import { Alert } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { LampTextRevision } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { findChangedLamps } from './text-calls.ts'

/** Undoes a whole revision, or names the person who did, or the lamps changed since. */
export function UndoRevision({ revision, what: title }: { revision: LampTextRevision; what?: string }) {
  const { t } = useTranslation('lamp-labels')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const undo = useActionMutation('undoLampTexts', { refresh: ['getLampTextRevisions'] })
  const now = undo.data ? undo.data.revision : revision
  const otherLamps = findChangedLamps(undo.error)
  if (now.undone_at !== null)
    return (
      <span role="status" className="vx-quiet">
        {now.undone_by ? t('undoneBy', { name: now.undone_by }) : t('undone')}
      </span>
    )
  return (
    <>
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        loading={undo.isPending}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => undo.mutate({ plantId, revisionId: revision.id })}
        {...(title !== undefined && { 'aria-label': t('undoOf', { what: title }) })}
      >
        {t('undo')}
      </ReasonButton>
      {otherLamps.length > 0 ? (
        <Alert color="red" variant="light" role="alert">
          {t('undoRefused', {
            lamps: otherLamps.map(({ topic, addr }) => `${serialOf(topic)} ${lampNumber(addr)}`).join(', '),
          })}
        </Alert>
      ) : (
        <FormFailure error={undo.error} />
      )}
    </>
  )
}
