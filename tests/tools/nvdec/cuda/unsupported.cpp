// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/cuda/driver.h"

using namespace videohistogram::fake_cuda;

extern "C" {

// Functions that the loaders of FFmpeg and GStreamer want, and that none of the tests needs. Their
// parameters are left out: the caller removes them from the stack.
#define NOT_SUPPORTED(name)                                                                        \
  int name() {                                                                                     \
    return CUDA_ERROR_NOT_SUPPORTED;                                                               \
  }

NOT_SUPPORTED(cuArray3DCreate_v2)
NOT_SUPPORTED(cuArrayCreate_v2)
NOT_SUPPORTED(cuArrayDestroy)
NOT_SUPPORTED(cuCtxDisablePeerAccess)
NOT_SUPPORTED(cuCtxEnablePeerAccess)
NOT_SUPPORTED(cuCtxGetLimit)
NOT_SUPPORTED(cuDestroyExternalMemory)
NOT_SUPPORTED(cuDestroyExternalSemaphore)
NOT_SUPPORTED(cuDevicePrimaryCtxReset)
NOT_SUPPORTED(cuDevicePrimaryCtxReset_v2)
NOT_SUPPORTED(cuExternalMemoryGetMappedBuffer)
NOT_SUPPORTED(cuExternalMemoryGetMappedMipmappedArray)
NOT_SUPPORTED(cuGLGetDevices_v2)
NOT_SUPPORTED(cuGraphicsGLRegisterBuffer)
NOT_SUPPORTED(cuGraphicsGLRegisterImage)
NOT_SUPPORTED(cuGraphicsMapResources)
NOT_SUPPORTED(cuGraphicsResourceGetMappedPointer_v2)
NOT_SUPPORTED(cuGraphicsResourceSetMapFlags_v2)
NOT_SUPPORTED(cuGraphicsSubResourceGetMappedArray)
NOT_SUPPORTED(cuGraphicsUnmapResources)
NOT_SUPPORTED(cuGraphicsUnregisterResource)
NOT_SUPPORTED(cuImportExternalMemory)
NOT_SUPPORTED(cuImportExternalSemaphore)
NOT_SUPPORTED(cuIpcCloseMemHandle)
NOT_SUPPORTED(cuIpcGetEventHandle)
NOT_SUPPORTED(cuIpcGetMemHandle)
NOT_SUPPORTED(cuIpcOpenEventHandle)
NOT_SUPPORTED(cuIpcOpenMemHandle)
NOT_SUPPORTED(cuIpcOpenMemHandle_v2)
NOT_SUPPORTED(cuLaunchKernel)
NOT_SUPPORTED(cuLinkAddData)
NOT_SUPPORTED(cuLinkAddData_v2)
NOT_SUPPORTED(cuLinkComplete)
NOT_SUPPORTED(cuLinkCreate)
NOT_SUPPORTED(cuLinkCreate_v2)
NOT_SUPPORTED(cuLinkDestroy)
NOT_SUPPORTED(cuMemAddressFree)
NOT_SUPPORTED(cuMemAddressReserve)
NOT_SUPPORTED(cuMemAllocFromPoolAsync)
NOT_SUPPORTED(cuMemCreate)
NOT_SUPPORTED(cuMemExportToShareableHandle)
NOT_SUPPORTED(cuMemGetAccess)
NOT_SUPPORTED(cuMemGetAllocationGranularity)
NOT_SUPPORTED(cuMemGetAllocationPropertiesFromHandle)
NOT_SUPPORTED(cuMemImportFromShareableHandle)
NOT_SUPPORTED(cuMemMap)
NOT_SUPPORTED(cuMemPoolCreate)
NOT_SUPPORTED(cuMemPoolDestroy)
NOT_SUPPORTED(cuMemPoolGetAttribute)
NOT_SUPPORTED(cuMemPoolSetAttribute)
NOT_SUPPORTED(cuMemRelease)
NOT_SUPPORTED(cuMemRetainAllocationHandle)
NOT_SUPPORTED(cuMemSetAccess)
NOT_SUPPORTED(cuMemUnmap)
NOT_SUPPORTED(cuMemsetD2D16Async)
NOT_SUPPORTED(cuMemsetD2D16_v2)
NOT_SUPPORTED(cuMemsetD2D32Async)
NOT_SUPPORTED(cuMemsetD2D32_v2)
NOT_SUPPORTED(cuModuleGetFunction)
NOT_SUPPORTED(cuModuleGetGlobal)
NOT_SUPPORTED(cuModuleGetGlobal_v2)
NOT_SUPPORTED(cuModuleLoadData)
NOT_SUPPORTED(cuModuleUnload)
NOT_SUPPORTED(cuSignalExternalSemaphoresAsync)
NOT_SUPPORTED(cuTexObjectCreate)
NOT_SUPPORTED(cuTexObjectDestroy)
NOT_SUPPORTED(cuWaitExternalSemaphoresAsync)

} // extern "C"
