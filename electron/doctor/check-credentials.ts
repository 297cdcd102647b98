import { DIAGNOSES, type DiagnosisCode, type Finding } from '../../shared/doctor/report.ts';
import { isWordOfService } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { Signer } from '../service/request-signer.ts';
import type { Credentials } from '../service/credentials.ts';
import { applicationTypeOf, missedField } from './application-type.ts';
import { post, type DoctorContext } from './context.ts';
import { finding } from './finding.ts';
import { readAnswer, type AnswerReading, type ServiceAnswer } from './read-answer.ts';

/** Some services lack this endpoint (docs/wire.md). */
const APP_INIT = '/api/app/init';
/** Begins a login. Without a username, it only tests signature and token. */
const TRANSACTION_INIT = '/api/transaction/init';
/** Chooses a method, for promptless applications only. Without a transaction, it chooses none. */
const METHOD_SSH = '/api/transaction/methodSSH';

type Proof = Readonly<{ code: DiagnosisCode; evidence: string }>;

/** Checks secret key, system token, application type and the answer's signature. */
export async function checkCredentials(
  context: DoctorContext,
  { signer, systemToken }: Credentials,
  version: string,
): Promise<Finding> {
  const params = { sdkVer: version };
  const first = await call(context, APP_INIT, { systemToken, appVer: version, params }, signer);
  const proof = await proofOfAppInit(context, first, signer);
  if (first.kind === 'fault' && first.code === 'signer-failed') {
    return findingAt(context, APP_INIT, { code: first.code, evidence: first.evidence });
  }
  if (proof && isWrong(proof)) return findingAt(context, APP_INIT, proof);
  const [init, methodSsh] = await Promise.all([
    call(context, TRANSACTION_INIT, { systemToken, params: { appVer: version } }, signer),
    call(context, METHOD_SSH, { systemToken }, signer),
  ]);
  const configured = context.config.service.applicationType;
  const initProof = proofOfTransactionInit(init, configured);
  // A failure of this call affects every login.
  if (init.kind === 'fault' || isWrong(initProof))
    return findingAt(context, TRANSACTION_INIT, initProof);
  const type = applicationTypeOf(init, methodSsh);
  if (type === OTHER_TYPE[configured]) {
    return findingAt(
      context,
      ...(configured === 'prompt' ? asPromptless(init, methodSsh) : asPrompt(initProof, methodSsh)),
    );
  }
  if (type !== 'unknown')
    return proof
      ? findingAt(context, APP_INIT, proof)
      : findingAt(context, TRANSACTION_INIT, initProof);
  if (proof && DIAGNOSES[proof.code].verdict !== 'well') return findingAt(context, APP_INIT, proof);
  if (!proof && initProof.code !== 'well') return findingAt(context, TRANSACTION_INIT, initProof);
  const evidence = evidenceOf(methodSsh);
  return findingAt(context, METHOD_SSH, { code: 'application-type-unknown', evidence });
}

const OTHER_TYPE = { promptless: 'prompt-capable', prompt: 'promptless' } as const;

function isWrong({ code }: Proof): boolean {
  return DIAGNOSES[code].verdict === 'wrong';
}

function asPrompt(init: Proof, methodSsh: AnswerReading): Readonly<[path: string, proof: Proof]> {
  const code = 'application-type-wrong';
  return missedField(methodSsh) === 'callbackUrl'
    ? [METHOD_SSH, { code, evidence: evidenceOf(methodSsh) }]
    : [TRANSACTION_INIT, { code, evidence: init.evidence }];
}

function asPromptless(
  init: AnswerReading,
  methodSsh: AnswerReading,
): Readonly<[path: string, proof: Proof]> {
  const code = 'application-promptless';
  const isSaidByInit = init.kind === 'service' && init.opened?.kind === 'ok';
  return isSaidByInit
    ? [TRANSACTION_INIT, { code, evidence: evidenceOf(init) }]
    : [METHOD_SSH, { code, evidence: evidenceOf(methodSsh) }];
}

function evidenceOf(reading: AnswerReading): string {
  if (reading.kind === 'fault') return reading.evidence;
  const { opened, response } = reading;
  return opened?.kind === 'exception'
    ? nameOf(opened.exception)
    : `HTTP ${String(response.status)}`;
}

async function call(
  context: DoctorContext,
  path: string,
  fields: Readonly<Record<string, unknown>>,
  signer: Signer,
): Promise<AnswerReading> {
  const { call: limitMs } = context.limits;
  const body = Buffer.from(JSON.stringify(fields), 'utf8');
  const signature = await signer.sign(body);
  if (!signature.ok) {
    const evidence = signature.error;
    return { kind: 'fault', check: 'credentials', code: 'signer-failed', evidence, response: null };
  }
  const outcome = await post(context, path, body, signature.value, limitMs);
  return asLogin(readAnswer(outcome, `${context.config.service.baseUrl}${path}`, limitMs));
}

/** A login accepts success only with HTTP 200, and exceptions only with certain statuses. */
function asLogin(reading: AnswerReading): AnswerReading {
  if (reading.kind === 'fault' || reading.opened === null) return reading;
  const { response, opened } = reading;
  const { status } = response;
  const isRead = opened.kind === 'ok' ? status === 200 : isWordOfService(opened.exception, status);
  if (isRead) return reading;
  const evidence = `HTTP ${String(status)}, ${opened.kind === 'ok' ? 'OK' : nameOf(opened.exception)}`;
  return { kind: 'fault', check: 'answer', code: 'not-the-service', evidence, response };
}

function findingAt({ config }: DoctorContext, path: string, { code, evidence }: Proof): Finding {
  return finding('credentials', code, `POST ${config.service.baseUrl}${path}`, evidence);
}

async function proofOfAppInit(
  context: DoctorContext,
  reading: AnswerReading,
  signer: Signer,
): Promise<Proof | null> {
  if (reading.kind === 'fault') return null;
  const { opened } = reading;
  if (opened?.kind === 'exception') return proofOfException(opened.exception);
  if (opened?.kind !== 'ok') return null;
  return { code: await signatureCode(context, reading, signer), evidence: 'OK' };
}

async function signatureCode(
  { config }: DoctorContext,
  { response }: ServiceAnswer,
  signer: Signer,
): Promise<DiagnosisCode> {
  const { signatureHeader, responseSignature } = config.service;
  const signature = response.headers[signatureHeader.toLowerCase()] ?? '';
  if (responseSignature === 'off') return 'well';
  // Other answers may still be signed.
  if (signature === '') return responseSignature === 'required' ? 'answer-unsigned' : 'well';
  const isRight = await signer.verify(response.body, signature);
  if (!isRight.ok) return 'signer-failed';
  if (!isRight.value) return 'response-signature-wrong';
  return responseSignature === 'when-present' ? 'answers-optional' : 'well';
}

function proofOfTransactionInit(
  reading: AnswerReading,
  configured: 'promptless' | 'prompt',
): Proof {
  // The unsigned call to this endpoint had an answer, so this fault affects every login.
  if (reading.kind === 'fault') return { code: reading.code, evidence: reading.evidence };
  const evidence = evidenceOf(reading);
  if (reading.opened?.kind !== 'exception') return { code: 'credentials-unknown', evidence };
  const { exception } = reading.opened;
  const proof = proofOfException(exception);
  if (proof) return proof;
  if (exception.exception !== 'MissingFieldException')
    return { code: 'credentials-unknown', evidence };
  // Only the prompt flow has a callback address.
  if (exception.field === 'callbackUrl' && configured === 'promptless') {
    return { code: 'application-type-wrong', evidence };
  }
  return exception.field === 'systemToken'
    ? { code: 'credentials-unknown', evidence }
    : { code: 'well', evidence };
}

/** Null unless the exception concerns signature or token (specification 7, docs/wire.md). */
function proofOfException(exception: ServiceException): Proof | null {
  const evidence = nameOf(exception);
  const { exception: name, code } = exception;
  if (name === 'InvalidSignatureException') return { code: 'secret-wrong', evidence };
  // Requests carry every header: only a misnamed one is missing (docs/wire.md).
  if (name === 'MissingHeaderException') return { code: 'signature-missing', evidence };
  if (name === 'ApplicationNotFoundException') return { code: 'system-token-wrong', evidence };
  if (name === 'APIException' && code === 10) return { code: 'system-token-wrong', evidence };
  return null;
}

function nameOf({ exception, code, field }: ServiceException): string {
  return [exception, code, field].filter((part) => part !== null).join(' ');
}
