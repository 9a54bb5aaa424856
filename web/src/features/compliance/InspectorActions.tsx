import { Button } from '@mantine/core'
import { IconFileTypePdf, IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { fetchFile } from '../../shared/api/download.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { saveBlob } from '../../shared/save-blob.ts'
import { pathTo } from '../../site-map.ts'

/** Polling interval for the state of the register. */
const pollMs = 1500

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Orders the register, waits until it is made, and saves it; leaving the page ends the wait. */
function useRegister(secret: string) {
  const language = useLanguage()
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return useMutation<void, ApiFailure, void>({
    mutationFn: async () => {
      const { report: ordered } = await call('createInspectorRegister', { secret, language })
      while (!hasLeft.current) {
        const { report, file } = await call('getInspectorRegister', { secret, reportId: ordered.id })
        if (file) return saveBlob(await fetchFile(file), file.name)
        if (report.state === 'failed' || report.state === 'ready')
          throw new ApiFailure(report.error ?? 'INTERNAL_ERROR', 500)
        await wait(pollMs)
      }
    },
  })
}

/** What an inspector takes along: the register in one press, and the way to verify an export of the logbook. */
export function InspectorActions({ secret }: { secret: string }) {
  const { t } = useTranslation('compliance')
  const { t: ofLogbook } = useTranslation('logbook')
  const register = useRegister(secret)
  return (
    <footer className="vx-inspector-actions vx-no-print">
      <FormFailure error={register.error} />
      <div>
        <Button
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
          aria-disabled={register.isPending || undefined}
          onClick={() => (register.isPending ? undefined : register.mutate())}
        >
          {register.isPending ? <Progress since={register.submittedAt} /> : t('inspector.register')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={`#${pathTo('verify')}`}
          leftSection={<IconShieldCheck size={20} aria-hidden />}
        >
          {ofLogbook('verify')}
        </Button>
      </div>
    </footer>
  )
}

function Progress({ since }: { since: number }) {
  const { t } = useTranslation('reports')
  const { duration } = useFormats()
  return <span role="status">{t('makingFor', { time: duration(Math.max(0, useNow(1000) - since)) })}</span>
}
