import { DIAGNOSES, type DiagnosisCode, type Finding } from '../../shared/doctor/report.ts';
import { isBelievableException } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { Signer } from '../service/request-signer.ts';
import type { Credentials } from '../service/credentials.ts';
import { applicationTypeOf, missingField } from './application-type.ts';
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
  const appInit = await call(context, APP_INIT, { systemToken, appVer: version, params }, signer);
  const appInitProof = await proofOfAppInit(context, appInit, signer);
  if (appInit.kind === 'fault' && appInit.code === 'signer-failed') {
    return findingAt(context, APP_INIT, { code: appInit.code, evidence: appInit.evidence });
  }
  if (appInitProof && isWrong(appInitProof)) return findingAt(context, APP_INIT, appInitProof);
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
    const [path, typeProof] =
      configured === 'prompt'
        ? proofOfPromptless(init, methodSsh)
        : proofOfPromptCapable(initProof, methodSsh);
    return findingAt(context, path, typeProof);
  }
  const credentialsFinding = appInitProof
    ? findingAt(context, APP_INIT, appInitProof)
    : findingAt(context, TRANSACTION_INIT, initProof);
  const isWell = appInitProof
    ? DIAGNOSES[appInitProof.code].verdict === 'well'
    : initProof.code === 'well';
  if (type !== 'unknown' || !isWell) return credentialsFinding;
  const evidence = evidenceOf(methodSsh);
  return findingAt(context, METHOD_SSH, { code: 'application-type-unknown', evidence });
}

const OTHER_TYPE = { promptless: 'prompt-capable', prompt: 'promptless' } as const;

function isWrong({ code }: Proof): boolean {
  return DIAGNOSES[code].verdict === 'wrong';
}

/** The call that showed a prompt-capable application where a promptless one is configured. */
function proofOfPromptCapable(
  init: Proof,
  methodSsh: AnswerReading,
): Readonly<[path: string, proof: Proof]> {
  const code = 'application-type-wrong';
  return missingField(methodSsh) === 'callbackUrl'
    ? [METHOD_SSH, { code, evidence: evidenceOf(methodSsh) }]
    : [TRANSACTION_INIT, { code, evidence: init.evidence }];
}

/** The call that showed a promptless application where a prompt-capable one is configured. */
function proofOfPromptless(
  init: AnswerReading,
  methodSsh: AnswerReading,
): Readonly<[path: string, proof: Proof]> {
  const code = 'application-promptless';
  const isShownByInit = init.kind === 'service' && init.opened?.kind === 'ok';
  return isShownByInit
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
  return asLoginReads(readAnswer(outcome, `${context.config.service.baseUrl}${path}`, limitMs));
}

/**
 * A fault for an answer that a login would not accept: success needs HTTP 200, an exception one of
 * certain statuses.
 */
function asLoginReads(reading: AnswerReading): AnswerReading {
  if (reading.kind === 'fault' || reading.opened === null) return reading;
  const { response, opened } = reading;
  const { status } = response;
  const isAccepted =
    opened.kind === 'ok' ? status === 200 : isBelievableException(opened.exception, status);
  if (isAccepted) return reading;
  const evidence = `HTTP ${String(status)}, ${opened.kind === 'ok' ? 'OK' : nameOf(opened.exception)}`;
  return { kind: 'fault', check: 'answer', code: 'not-the-service', evidence, response };
}

function findingAt({ config }: DoctorContext, path: string, { code, evidence }: Proof): Finding {
  return finding('credentials', code, `POST ${config.service.baseUrl}${path}`, evidence);
}

/** Null if the answer proves nothing about the credentials. */
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
  // Our requests carry every header, so a missing one has another name at the service
  // (docs/wire.md).
  if (name === 'MissingHeaderException') return { code: 'signature-missing', evidence };
  if (name === 'ApplicationNotFoundException') return { code: 'system-token-wrong', evidence };
  if (name === 'APIException' && code === 10) return { code: 'system-token-wrong', evidence };
  return null;
}

function nameOf({ exception, code, field }: ServiceException): string {
  return [exception, code, field].filter((part) => part !== null).join(' ');
}
