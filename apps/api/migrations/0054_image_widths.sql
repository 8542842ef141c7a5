-- Images that were stored before get their widths from the worker: see media/tasks.ts.
select graphile_worker.add_job('render_missing_images', '{}', job_key => 'render_missing_images', max_attempts => 8)
 where exists (select from products);
