import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { NoticeChoices } from './NoticeChoices.tsx'

type ChoicesInDialogProps = Omit<ComponentProps<typeof NoticeChoices>, 'disabled'> & {
  save: { isPending: boolean; error: unknown }
  close: () => void
}

/** A person's notice settings in a dialog: each change is saved at once, so there is nothing to confirm. */
export function ChoicesInDialog({ save, close, ...choices }: ChoicesInDialogProps) {
  const { t } = useTranslation('shared')
  return (
    <>
      <NoticeChoices {...choices} disabled={save.isPending} />
      <FormFailure error={save.error} />
      <FormFoot end>
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
      </FormFoot>
    </>
  )
}
