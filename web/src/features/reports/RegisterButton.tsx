import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useRegister } from './use-register.ts'

/** Makes and saves the register of the open plant. */
export function RegisterButton({ filled = false }: { filled?: boolean }) {
  const { t } = useTranslation('reports')
  const register = useRegister(useCurrentPlant().plant)
  return (
    <>
      <Button
        {...(filled ? {} : { variant: 'default' })}
        aria-disabled={register.isPending || undefined}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => (register.isPending ? undefined : register.mutate())}
      >
        {register.isPending ? <MakingFor since={register.submittedAt} /> : t('register')}
      </Button>
      <FormFailure error={register.error} />
    </>
  )
}

/** How long the PDF has been in the making. */
export function MakingFor({ since }: { since: number }) {
  const { t } = useTranslation('reports')
  const { duration } = useFormats()
  return <span role="status">{t('makingFor', { time: duration(Math.max(0, useNow(1000) - since)) })}</span>
}
