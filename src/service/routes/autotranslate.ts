import { contract } from "../../contract/index.ts";
import { autotranslationFor } from "../autotranslate/autotranslate-request.ts";
import { AUTOTRANSLATE_TASK, autotranslate, autotranslateMessage } from "../autotranslate/autotranslation.ts";
import { route, ValueAnswer } from "../http/route.ts";
import { visibleTranslation } from "../identity/visible.ts";
import { startTask } from "../jobs/task.ts";
import { address } from "../representation/address.ts";

export const autotranslateRoutes = [
  route(contract.autotranslation.start, async ({ service, caller, parameters, body, origin }) => {
    const place = await visibleTranslation(service, caller, parameters);
    const request = await autotranslationFor(service, caller, place, body);
    if (body.background === true) {
      const task = await startTask(service, {
        kind: AUTOTRANSLATE_TASK,
        payload: { request: JSON.stringify(request) },
        component: place.component.id,
        user: caller.user?.id,
        cancellable: true,
      });
      const details = "Automatic translation in progress...";
      return new ValueAnswer(202, { details, detail: details, task_url: address.task(origin, task) });
    }
    const details = autotranslateMessage(await autotranslate(service, request));
    return { details, detail: details };
  }),
];
