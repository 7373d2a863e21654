// Requests to the server over HTTP.

import { t } from "./i18n.js";

/** The server refused a request; the clause may be empty. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {string} [clause]
   */
  constructor(message, clause = "") {
    super(message);
    this.clause = clause;
  }
}

/**
 * Posts a message and returns the response, whatever its status; throws where the server does not answer.
 * @param {string} path
 * @param {unknown} message
 */
export async function post(path, message) {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
  } catch {
    throw new RequestError(t("The server does not answer. Is it still running?"));
  }
}

/**
 * Posts a message and returns the answer: parsed where it is JSON, else as text. Throws a RequestError when refused.
 * @param {string} path
 * @param {unknown} message
 * @returns {Promise<any>}
 */
export async function request(path, message) {
  const response = await post(path, message);
  const type = response.headers.get("Content-Type") || "";
  const answer = type.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw new RequestError(answer.words || response.statusText, answer.clause);
  return answer;
}
