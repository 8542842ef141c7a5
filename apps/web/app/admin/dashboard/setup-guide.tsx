import type { SubmissionResult } from '@conform-to/react';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { FEW_STEPS } from '@shop/contracts/setup/constants';
import { setupStepTexts, setupStepTitles, setupMessages as texts } from '@shop/contracts/setup/messages';
import type { SetupGuide as Guide, SetupStep } from '@shop/contracts/setup/schema';
import { ChevronDown, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/notice.tsx';
import { StepAction } from './step-action.tsx';

type SetupGuideProps = {
  guide: Guide;
  settings: StoreSettings;
  /** The rejected form of a step. */
  rejected: { intent: string; reply: SubmissionResult } | undefined;
};

const CARD = 'min-w-0 rounded-card border border-line bg-paper';
const HEAD = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 tablet:px-6';

/** The first open step is unfolded. Once few are open the guide is one line, which unfolds without scripts. */
export function SetupGuide({ guide: { steps }, settings, rejected }: SetupGuideProps) {
  const titleId = useId();
  const open = steps.filter(({ done }) => !done);
  const next = open.find(({ required }) => required) ?? open[0];
  const unfolded = rejected?.intent ?? next?.id;
  const done = steps.length - open.length;
  const list = (
    <ol>
      {steps.map((step) => (
        <li key={step.id} className="border-line border-t">
          <Step
            step={step}
            settings={settings}
            unfolded={step.id === unfolded}
            lastResult={step.id === rejected?.intent ? rejected.reply : undefined}
          />
        </li>
      ))}
    </ol>
  );
  const title = (
    <h2 id={titleId} className="text-h3">
      {texts.title}
    </h2>
  );

  if (open.length > FEW_STEPS)
    return (
      <section aria-labelledby={titleId} className={CARD}>
        <div className={HEAD}>
          <Ring done={done} all={steps.length} />
          <div>
            {title}
            <p className="text-ink-muted text-small">{texts.progress(done, steps.length)}</p>
          </div>
        </div>
        {list}
      </section>
    );
  return (
    <section aria-labelledby={titleId} className={CARD}>
      <details open={rejected !== undefined} className="group">
        <summary className={classes(HEAD, 'cursor-pointer list-none')}>
          <Ring done={done} all={steps.length} />
          {title}
          <span className="min-w-0 text-ink-muted text-small">
            {next ? texts.progressNext(done, steps.length, setupStepTitles[next.id]) : texts.allDone}
          </span>
          <Chevron className="ml-auto group-open:rotate-180" />
        </summary>
        {list}
        {open.every(({ required }) => !required) && <Hide />}
      </details>
    </section>
  );
}

const Hide = () => (
  <Form method="post" className="border-line border-t px-4 py-3 tablet:px-6">
    <IntentButton intent="hide" look="quiet">
      {texts.hide}
    </IntentButton>
  </Form>
);

type StepProps = {
  step: SetupStep;
  settings: StoreSettings;
  unfolded: boolean;
  lastResult: SubmissionResult | undefined;
};

function Step({ step: { id, done, required, evidence, warning }, settings, unfolded, lastResult }: StepProps) {
  return (
    <details open={unfolded} className="group/step open:bg-violet-tint/40">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 tablet:px-6">
        <StepState done={done} warned={warning !== null} />
        <span className={classes('min-w-0', done ? 'text-ink-soft' : 'font-semibold')}>{setupStepTitles[id]}</span>
        {!required && !done && <span className="text-ink-muted text-small">{texts.optional}</span>}
        <span className="min-w-0 text-ink-muted text-small max-tablet:order-last max-tablet:w-full tablet:ml-auto">
          {evidence}
        </span>
        <Chevron className="max-tablet:ml-auto group-open/step:rotate-180" />
      </summary>
      <div className="grid max-w-3xl gap-4 px-4 pt-1 pb-6 tablet:pl-14">
        <p className="text-ink-soft">{setupStepTexts[id]}</p>
        {warning && <Notice kind="warning">{warning}</Notice>}
        <StepAction id={id} settings={settings} lastResult={lastResult} look={unfolded ? 'primary' : 'secondary'} />
      </div>
    </details>
  );
}

function StepState({ done, warned }: { done: boolean; warned: boolean }) {
  if (done) return <State icon={<CircleCheck {...ICON} className="size-5 text-delivered" />} label={texts.stepDone} />;
  if (warned)
    return <State icon={<TriangleAlert {...ICON} className="size-5 text-pending" />} label={texts.stepWarned} />;
  return <State icon={<CircleDashed {...ICON} className="size-5 text-ink-muted" />} label={texts.stepOpen} />;
}

const ICON = { 'aria-hidden': true, strokeWidth: 1.75 } as const;

const State = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span className="shrink-0">
    {icon}
    <span className="sr-only">{label}:</span>
  </span>
);

const Chevron = ({ className }: { className: string }) => (
  <ChevronDown {...ICON} className={classes('size-5 shrink-0 text-ink-muted transition-transform', className)} />
);

/** The share of done steps as an arc. */
const Ring = ({ done, all }: { done: number; all: number }) => (
  <svg viewBox="0 0 40 40" fill="none" strokeWidth={4} aria-hidden="true" className="size-9 shrink-0 -rotate-90">
    <circle cx={20} cy={20} r={16} className="stroke-line" />
    <circle cx={20} cy={20} r={16} pathLength={all} strokeDasharray={`${done} ${all}`} className="stroke-violet" />
  </svg>
);
