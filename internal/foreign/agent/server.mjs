// An A2A agent made with the JavaScript SDK: 1.0 and 0.3, each over JSON-RPC and HTTP+JSON, on a free port of loopback.
// It prints its URL and ends when its standard input does. "task" makes a task with an artifact, "fail" one that fails; all else is
// answered with a message.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { UserBuilder, agentCardHandler, jsonRpcHandler, restHandler } from '@a2a-js/sdk/server/express';
import { Role, TaskState } from '@a2a-js/sdk';

const textPart = (text) => ({ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' });

const agent = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const word = userMessage.parts.map((p) => (p.content?.$case === 'text' ? p.content.value : '')).join('');
    const message = (...texts) => ({
      messageId: randomUUID(), role: Role.ROLE_AGENT, parts: texts.map(textPart), contextId, taskId: '', extensions: [], metadata: undefined, referenceTaskIds: [],
    });
    if (word !== 'task' && word !== 'fail') {
      bus.publish(AgentEvent.message(message('you said ', word)));
      bus.finished();
      return;
    }
    const status = (state, said) => ({ state, message: said, timestamp: new Date().toISOString() });
    bus.publish(AgentEvent.task({ id: taskId, contextId, status: status(TaskState.TASK_STATE_SUBMITTED), history: [userMessage], artifacts: [], metadata: {} }));
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: status(TaskState.TASK_STATE_WORKING), metadata: undefined }));
    if (word === 'task') {
      const artifact = { artifactId: randomUUID(), name: '', description: '', parts: [textPart('done')], metadata: undefined, extensions: [] };
      bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined }));
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: status(TaskState.TASK_STATE_COMPLETED), metadata: undefined }));
    } else {
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: status(TaskState.TASK_STATE_FAILED, message('no luck')), metadata: undefined }));
    }
    bus.finished();
  },
  async cancelTask() {},
};

const app = express();
const server = app.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const offer = (path, protocolBinding, protocolVersion) => ({ url: url + path, protocolBinding, protocolVersion, tenant: '' });
  const card = {
    name: 'Foreign', description: 'made with the JavaScript SDK', version: '1.0.0', provider: undefined, documentationUrl: '', signatures: [],
    supportedInterfaces: [
      offer('/rpc', 'JSONRPC', '1.0'), offer('/rest', 'HTTP+JSON', '1.0'),
      offer('/rest', 'HTTP+JSON', '0.3'), offer('/rpc', 'JSONRPC', '0.3'),
    ],
    capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: {}, securityRequirements: [], defaultInputModes: ['text'], defaultOutputModes: ['text'],
    skills: [{ id: 'say', name: 'Say', description: 'says', tags: ['say'], examples: [], inputModes: [], outputModes: [], securityRequirements: [] }],
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), agent);
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } };
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler, legacyCompat: { enabled: true } }));
  app.use('/rpc', jsonRpcHandler(options));
  app.use('/rest', restHandler(options));
  console.log(url);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
